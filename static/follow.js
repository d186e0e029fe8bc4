// Shows what another phone did to the game: the page's part anew, but never a form that somebody is filling in.
"use strict";
{
  const MISTAP = 400; // milliseconds in which a tap was meant for what stood there before
  const room = new CSSStyleSheet(); // no attribute, which whoever copies the page would run into the security policy with
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, room];

  document.addEventListener("rook:answered", ({ detail: { response, text } }) => {
    if (response.redirected) { // a rematch has begun
      if (![...document.querySelectorAll(".questions")].some(isInUse)) location.assign(response.url);
      return;
    }
    if (response.status === 204 || document.querySelector(".htmx-request")) return;
    if (document.querySelector("[data-local]")) return; // what this phone has not sent yet goes first (local_board.js)
    const fresh = document.createElement("template");
    fresh.innerHTML = text;
    const board = document.getElementById("scoreboard"), news = fresh.content.getElementById("scoreboard");
    const questions = board?.querySelector(".questions");
    if (!questions || !isInUse(questions)) replace(fresh.content);
    else if (news) replaceAround(questions, board, news); // else the game was deleted, which its button says
    else if (response.status === 404) sayShut(questions, fresh.content);
  });

  function replace(news) {
    const main = document.getElementById("main");
    main.replaceChildren(news);
    room.replaceSync("");
    main.inert = true;
    setTimeout(() => { main.inert = false; }, MISTAP);
    shown(main);
  }

  // What was typed stays, and stands where it stood. Where it would now answer another question, its button is as late
  // as it was, and so are the steps.
  function replaceAround(questions, board, news) {
    const top = questions.getBoundingClientRect().top;
    questions.querySelector(".shut")?.remove();
    const isLate = news.querySelector(".questions")?.dataset.due !== questions.dataset.due;
    const meanwhile = news.querySelector(".announcement")?.textContent || "";
    for (const part of isLate ? [".deal", ".board", ".past"] : [".head", ".board", ".past"]) {
      board.querySelector(part).replaceWith(news.querySelector(part));
    }
    for (const name of ["alone", "poll", "title"]) board.dataset[name] = news.dataset[name];
    if (isLate) sayLate(questions, meanwhile, news);
    else {
      questions.querySelector(".late")?.remove();
      const version = board.querySelector("#steps [name=version]").value;
      for (const field of questions.querySelectorAll("[name=version]")) field.value = version;
    }
    shown(board);
    const moved = () => questions.getBoundingClientRect().top - top;
    scrollBy(0, moved());
    const totals = board.querySelector(".board");
    if (moved() < 0) room.replaceSync(`#scoreboard > .board { min-height: ${totals.getBoundingClientRect().height - moved()}px }`); // at its top a page cannot scroll back
  }

  // What was typed stays, though this phone can't send it; so does what is tapped then (outbox.js).
  function sayShut(questions, why) {
    if (questions.querySelector(".shut")) return;
    const notice = Object.assign(document.createElement("div"), { className: "notice shut", role: "alert" });
    for (const part of why.querySelectorAll("h1, h1 + p")) notice.append(Object.assign(document.createElement("p"), { textContent: part.textContent }));
    questions.prepend(notice);
  }

  function sayLate(questions, meanwhile, news) {
    let late = questions.querySelector(".late");
    if (!late) {
      late = Object.assign(document.createElement("div"), { className: "notice late", role: "alert" });
      const link = Object.assign(document.createElement("a"), { className: "wide", href: news.dataset.poll.split("/since/")[0], textContent: "Show what's next" });
      late.append(document.createElement("p"), "What you entered stays here, but isn't saved.", link);
      questions.prepend(late);
    }
    late.firstChild.append(`${meanwhile} `);
  }

  function shown(part) {
    const title = part.querySelector("[data-title]") || part;
    if (title.dataset.title) document.title = title.dataset.title;
    window.htmx?.process(part);
    document.dispatchEvent(new Event("rook:shown"));
  }

  function isInUse(questions) {
    const fields = [...questions.querySelectorAll("input:not([type=hidden]), select, textarea")];
    return questions.dataset.kept !== undefined || fields.includes(document.activeElement) || fields.some(isChanged);
  }

  function isChanged(field) {
    if (field.type === "radio" || field.type === "checkbox") return field.checked !== field.defaultChecked;
    if (!field.options) return field.value !== field.defaultValue;
    return field.selectedIndex !== Math.max(0, [...field.options].findIndex((option) => option.defaultSelected));
  }
}
