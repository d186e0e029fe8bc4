CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
CREATE TABLE player (
    id INTEGER NOT NULL,
    club_id INTEGER NOT NULL,
    name VARCHAR(40) NOT NULL, hidden BOOLEAN DEFAULT 0 NOT NULL, merged BOOLEAN DEFAULT 0 NOT NULL, version INTEGER DEFAULT '0' NOT NULL,
    CONSTRAINT pk_player PRIMARY KEY (id),
    CONSTRAINT fk_player_club_id_club FOREIGN KEY(club_id) REFERENCES club (id),
    CONSTRAINT uq_player_club_id_name UNIQUE (club_id, name)
);
CREATE TABLE change (
    game_id INTEGER NOT NULL,
    uid CHAR(32) NOT NULL,
    version INTEGER NOT NULL,
    kind VARCHAR(20) NOT NULL,
    fields JSON NOT NULL,
    state VARCHAR(8) NOT NULL,
    made_at DATETIME NOT NULL,
    CONSTRAINT pk_change PRIMARY KEY (game_id, uid),
    CONSTRAINT fk_change_game_id_game FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE
);
CREATE TABLE game_player (
    game_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    player_id INTEGER NOT NULL,
    total INTEGER NOT NULL,
    won BOOLEAN NOT NULL,
    CONSTRAINT pk_game_player PRIMARY KEY (game_id, number),
    CONSTRAINT fk_game_player_game_id_game FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE,
    CONSTRAINT fk_game_player_player_id_player FOREIGN KEY(player_id) REFERENCES player (id)
);
CREATE INDEX ix_game_player_player_id_game_id ON game_player (player_id, game_id);
CREATE TABLE hand (
    id INTEGER NOT NULL,
    game_id INTEGER NOT NULL,
    uid CHAR(32) NOT NULL,
    position INTEGER NOT NULL,
    facts JSON NOT NULL,
    CONSTRAINT pk_hand PRIMARY KEY (id),
    CONSTRAINT fk_hand_game_id_game FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE,
    CONSTRAINT uq_hand_game_id_uid UNIQUE (game_id, uid)
);
CREATE TABLE house_rules (
    id INTEGER NOT NULL,
    club_id INTEGER NOT NULL,
    uid CHAR(32) NOT NULL,
    name VARCHAR(80) NOT NULL,
    rules JSON NOT NULL,
    version INTEGER NOT NULL,
    CONSTRAINT pk_house_rules PRIMARY KEY (id),
    CONSTRAINT fk_house_rules_club_id_club FOREIGN KEY(club_id) REFERENCES club (id),
    CONSTRAINT uq_house_rules_club_id_name UNIQUE (club_id, name),
    CONSTRAINT uq_house_rules_club_id_uid UNIQUE (club_id, uid)
);
CREATE INDEX ix_change_game_state_version ON change (game_id, state, version);
CREATE TABLE player_merge (
    id INTEGER NOT NULL,
    club_id INTEGER NOT NULL,
    merged_id INTEGER NOT NULL,
    into_id INTEGER NOT NULL,
    uid CHAR(32) NOT NULL,
    name VARCHAR(40) NOT NULL,
    made_at DATETIME NOT NULL,
    undone BOOLEAN NOT NULL,
    CONSTRAINT pk_player_merge PRIMARY KEY (id),
    CONSTRAINT fk_player_merge_club_id_club FOREIGN KEY(club_id) REFERENCES club (id),
    CONSTRAINT fk_player_merge_merged_id_player FOREIGN KEY(merged_id) REFERENCES player (id),
    CONSTRAINT fk_player_merge_into_id_player FOREIGN KEY(into_id) REFERENCES player (id),
    CONSTRAINT uq_player_merge_club_id_uid UNIQUE (club_id, uid)
);
CREATE INDEX ix_player_merge_merged_id ON player_merge (merged_id);
CREATE INDEX ix_player_merge_into_id ON player_merge (into_id);
CREATE TABLE player_merge_seat (
    merge_id INTEGER NOT NULL,
    game_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    CONSTRAINT pk_player_merge_seat PRIMARY KEY (merge_id, game_id, number),
    CONSTRAINT fk_player_merge_seat_merge_id_player_merge FOREIGN KEY(merge_id) REFERENCES player_merge (id),
    CONSTRAINT fk_player_merge_seat_game_id_game FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE
);
CREATE TABLE game_stats (
    club_id INTEGER NOT NULL,
    year INTEGER NOT NULL,
    preset VARCHAR(40) NOT NULL,
    game_id INTEGER NOT NULL,
    hands INTEGER NOT NULL,
    highest_hand INTEGER NOT NULL,
    sets INTEGER NOT NULL,
    biggest_deficit INTEGER NOT NULL,
    CONSTRAINT pk_game_stats PRIMARY KEY (game_id),
    CONSTRAINT fk_game_stats_club_id_club FOREIGN KEY(club_id) REFERENCES club (id),
    CONSTRAINT fk_game_stats_game_id_game FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE
);
CREATE TABLE "club" (
    id INTEGER NOT NULL,
    name VARCHAR(80) NOT NULL,
    created_at DATETIME NOT NULL,
    public_id VARCHAR(16) NOT NULL,
    keeper_key VARCHAR(26) NOT NULL,
    reader_key VARCHAR(26) NOT NULL,
    deleted_at DATETIME, rated BOOLEAN DEFAULT 0 NOT NULL,
    CONSTRAINT pk_club PRIMARY KEY (id),
    CONSTRAINT uq_club_public_id UNIQUE (public_id),
    CONSTRAINT uq_club_keeper_key UNIQUE (keeper_key),
    CONSTRAINT uq_club_reader_key UNIQUE (reader_key)
);
CREATE TABLE series (
    id INTEGER NOT NULL,
    club_id INTEGER NOT NULL,
    table_key VARCHAR(26) NOT NULL,
    watch_key VARCHAR(26) NOT NULL, watch_code VARCHAR(6) DEFAULT '' NOT NULL, tournament_id INTEGER CONSTRAINT fk_series_tournament_id_tournament REFERENCES tournament (id), table_number INTEGER,
    CONSTRAINT pk_series PRIMARY KEY (id),
    CONSTRAINT fk_series_club_id_club FOREIGN KEY(club_id) REFERENCES club (id),
    CONSTRAINT uq_series_table_key UNIQUE (table_key),
    CONSTRAINT uq_series_watch_key UNIQUE (watch_key)
);
CREATE INDEX ix_series_club_id ON series (club_id);
CREATE TABLE "game" (
    id INTEGER NOT NULL,
    club_id INTEGER NOT NULL,
    uid CHAR(32) NOT NULL,
    rules JSON NOT NULL,
    dealer INTEGER NOT NULL,
    open_hand JSON,
    version INTEGER NOT NULL,
    stopped BOOLEAN NOT NULL,
    deleted_at DATETIME,
    started_at DATETIME NOT NULL,
    changed_at DATETIME NOT NULL,
    status VARCHAR(16) NOT NULL,
    preset VARCHAR(40) NOT NULL,
    house_rules_name VARCHAR(80),
    teams JSON,
    notes TEXT,
    ended_at DATETIME,
    starting_totals JSON,
    series_id INTEGER NOT NULL, hidden BOOLEAN DEFAULT 0 NOT NULL, round_number INTEGER,
    CONSTRAINT pk_game PRIMARY KEY (id),
    CONSTRAINT fk_game_club_id_club FOREIGN KEY(club_id) REFERENCES club (id),
    CONSTRAINT uq_game_club_id_uid UNIQUE (club_id, uid),
    CONSTRAINT fk_game_series_id_series FOREIGN KEY(series_id) REFERENCES series (id)
);
CREATE INDEX ix_game_club_started_at ON game (club_id, started_at, id);
CREATE INDEX ix_game_club_over_ended_at ON game (club_id, ended_at, id) WHERE status = 'over';
CREATE INDEX ix_game_club_status_changed_at ON game (club_id, status, changed_at);
CREATE INDEX ix_game_club_preset_started_at ON game (club_id, preset, started_at, id);
CREATE INDEX ix_game_series_started_at ON game (series_id, started_at);
CREATE TABLE phone (
    id INTEGER NOT NULL,
    uid CHAR(32) NOT NULL,
    club_id INTEGER NOT NULL,
    link VARCHAR(8) NOT NULL,
    series_id INTEGER,
    name VARCHAR(40) NOT NULL,
    entered_at DATETIME NOT NULL,
    CONSTRAINT pk_phone PRIMARY KEY (id),
    CONSTRAINT fk_phone_club_id_club FOREIGN KEY(club_id) REFERENCES club (id),
    CONSTRAINT fk_phone_series_id_series FOREIGN KEY(series_id) REFERENCES series (id)
);
CREATE INDEX ix_phone_club_id ON phone (club_id);
CREATE INDEX ix_phone_series_id ON phone (series_id);
CREATE INDEX ix_phone_uid_club_id ON phone (uid, club_id);
CREATE TABLE attempt (
    id INTEGER NOT NULL,
    kind VARCHAR(16) NOT NULL,
    address VARCHAR(45) NOT NULL,
    made_at DATETIME NOT NULL,
    CONSTRAINT pk_attempt PRIMARY KEY (id)
);
CREATE INDEX ix_attempt_made_at ON attempt (made_at);
CREATE INDEX ix_player_merge_seat_game_id ON player_merge_seat (game_id);
CREATE INDEX ix_series_watch_code ON series (watch_code);
CREATE INDEX ix_game_stats_club ON game_stats (club_id, preset, year, hands, highest_hand, sets, biggest_deficit);
CREATE TABLE rating (
    player_id INTEGER NOT NULL,
    preset VARCHAR(40) NOT NULL,
    club_id INTEGER NOT NULL,
    mu DOUBLE NOT NULL,
    sigma DOUBLE NOT NULL,
    games INTEGER NOT NULL,
    latest JSON NOT NULL,
    CONSTRAINT pk_rating PRIMARY KEY (player_id, preset),
    CONSTRAINT fk_rating_player_id_player FOREIGN KEY(player_id) REFERENCES player (id),
    CONSTRAINT fk_rating_club_id_club FOREIGN KEY(club_id) REFERENCES club (id)
);
CREATE INDEX ix_rating_club ON rating (club_id, preset);
CREATE TABLE tournament (
    id INTEGER NOT NULL,
    club_id INTEGER NOT NULL,
    uid CHAR(32) NOT NULL,
    name VARCHAR(80) NOT NULL,
    format VARCHAR(20) NOT NULL,
    rules JSON NOT NULL,
    house_rules_name VARCHAR(80),
    facts JSON NOT NULL,
    version INTEGER NOT NULL,
    started_at DATETIME NOT NULL,
    changed_at DATETIME NOT NULL,
    ended_at DATETIME,
    CONSTRAINT pk_tournament PRIMARY KEY (id),
    CONSTRAINT fk_tournament_club_id_club FOREIGN KEY(club_id) REFERENCES club (id),
    CONSTRAINT uq_tournament_club_id_uid UNIQUE (club_id, uid)
);
CREATE INDEX ix_series_tournament_id ON series (tournament_id);
CREATE TABLE "seat_stats" (
    club_id INTEGER NOT NULL,
    year INTEGER NOT NULL,
    preset VARCHAR(40) NOT NULL,
    game_id INTEGER NOT NULL,
    player_id INTEGER NOT NULL,
    side INTEGER NOT NULL,
    highest_bid_made INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    games INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    hands INTEGER NOT NULL,
    points INTEGER NOT NULL,
    bids INTEGER NOT NULL,
    bid_sum INTEGER NOT NULL,
    made INTEGER NOT NULL,
    sets INTEGER NOT NULL,
    bid_points INTEGER NOT NULL,
    made_60 INTEGER NOT NULL,
    made_70 INTEGER NOT NULL,
    made_80 INTEGER NOT NULL,
    made_90 INTEGER NOT NULL,
    made_100 INTEGER NOT NULL,
    sets_60 INTEGER NOT NULL,
    sets_70 INTEGER NOT NULL,
    sets_80 INTEGER NOT NULL,
    sets_90 INTEGER NOT NULL,
    sets_100 INTEGER NOT NULL,
    partnered INTEGER NOT NULL,
    partner_made INTEGER NOT NULL,
    defended INTEGER NOT NULL,
    nest_hands INTEGER NOT NULL,
    nests INTEGER NOT NULL,
    fouls INTEGER NOT NULL,
    reneges INTEGER NOT NULL,
    bid_margin INTEGER NOT NULL,
    sets_forced INTEGER NOT NULL,
    defense_points INTEGER NOT NULL,
    rook_hands INTEGER DEFAULT '0' NOT NULL,
    rook_bids INTEGER DEFAULT '0' NOT NULL,
    rook_made INTEGER DEFAULT '0' NOT NULL,
    rook_points INTEGER DEFAULT '0' NOT NULL,
    ended_at DATETIME,
    place INTEGER DEFAULT '0' NOT NULL,
    CONSTRAINT pk_seat_stats PRIMARY KEY (player_id, preset, year, game_id),
    CONSTRAINT fk_seat_stats_game_id_game FOREIGN KEY(game_id) REFERENCES game (id) ON DELETE CASCADE,
    CONSTRAINT fk_seat_stats_player_id_player FOREIGN KEY(player_id) REFERENCES player (id),
    CONSTRAINT fk_seat_stats_club_id_club FOREIGN KEY(club_id) REFERENCES club (id),
    CONSTRAINT uq_seat_stats_game_id_player_id UNIQUE (game_id, player_id)
)
 WITHOUT ROWID

;
CREATE INDEX ix_seat_stats_player ON seat_stats (player_id, ended_at, game_id, games, wins, side, preset, year);
CREATE INDEX ix_seat_stats_results ON seat_stats (club_id, ended_at, game_id, side, player_id, place, games, wins, preset, year);
CREATE INDEX ix_seat_stats_ranked ON seat_stats (club_id, player_id, preset, year, games, wins, hands, points, made, sets, defended, sets_forced);
