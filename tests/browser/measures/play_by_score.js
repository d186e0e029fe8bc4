// Plays each game and returns the first hand of each that differs, with what was found and what the rules give.
/** @param {string} games as JSON */
export default async (games) => {
  const from = ""; // where the page has it
  const score = /** @type {typeof import("../../../static/alone/score.js")} */ (await import(`${from}/score.js`));
  const wrong = [];
  /** @param {any} standing */
  const endOf = ({ end }) => end && [end.reason, end.winners];
  for (const { rules, players, dealer, carried, hands } of JSON.parse(games)) {
    let standing = score.initialStanding(rules, players, dealer, carried);
    for (const { facts, expected } of hands) {
      const deal = score.nextDeal(rules, players, standing, facts.dealer);
      const auction = facts.auction && score.replayCalls(rules, deal, facts.auction);
      const scored = score.isScored(facts) ? score.scoreHand(rules, deal, facts) : null;
      standing = score.standingAfter(rules, standing, deal, facts, scored);
      const found = JSON.stringify({
        number: deal.number,
        seats: deal.seats,
        next: standing.dealer,
        auction: auction ? [auction.bidder, auction.bid, score.isAuctionOver(rules, auction)] : null,
        made: scored?.made ?? null,
        sides: scored?.sides.map((one) => [one.players, one.captured, one.points, one.score, one.penalty]) ?? null,
        points: scored ? scored.points : score.pointsWithoutScore(rules, deal, facts),
        totals: standing.totals,
        tied: standing.tied,
        end: endOf(standing),
        late: expected.late && endOf(score.timeUp(rules, players, standing)),
      });
      if (found === JSON.stringify(expected)) continue;
      wrong.push({ rules, players, facts, found, expected: JSON.stringify(expected) });
      break;
    }
  }
  return wrong;
};
