CREATE TABLE alembic_version (
    version_num character varying(32) NOT NULL
);
CREATE TABLE attempt (
    id integer NOT NULL,
    kind character varying(16) NOT NULL,
    address character varying(45) NOT NULL,
    made_at timestamp with time zone NOT NULL
);
CREATE SEQUENCE attempt_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE attempt_id_seq OWNED BY attempt.id;
CREATE TABLE change (
    game_id integer NOT NULL,
    uid uuid NOT NULL,
    version integer NOT NULL,
    kind character varying(20) NOT NULL,
    fields json NOT NULL,
    state character varying(8) NOT NULL,
    made_at timestamp with time zone NOT NULL
);
CREATE TABLE club (
    id integer NOT NULL,
    public_id character varying(16) NOT NULL,
    name character varying(80) NOT NULL,
    keeper_key character varying(26) NOT NULL,
    reader_key character varying(26) NOT NULL,
    created_at timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    rated boolean DEFAULT false NOT NULL
);
CREATE SEQUENCE club_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE club_id_seq OWNED BY club.id;
CREATE TABLE game (
    id integer NOT NULL,
    club_id integer NOT NULL,
    series_id integer NOT NULL,
    uid uuid NOT NULL,
    rules json NOT NULL,
    preset character varying(40) NOT NULL,
    house_rules_name character varying(80),
    teams json,
    notes text,
    dealer integer NOT NULL,
    starting_totals json,
    open_hand json,
    version integer NOT NULL,
    stopped boolean NOT NULL,
    hidden boolean DEFAULT false NOT NULL,
    deleted_at timestamp with time zone,
    started_at timestamp with time zone NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    status character varying(16) NOT NULL,
    round_number integer
);
CREATE SEQUENCE game_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE game_id_seq OWNED BY game.id;
CREATE TABLE game_player (
    game_id integer NOT NULL,
    number integer NOT NULL,
    seat integer NOT NULL,
    player_id integer NOT NULL,
    total bigint NOT NULL,
    won boolean NOT NULL
);
CREATE TABLE game_stats (
    game_id integer NOT NULL,
    club_id integer NOT NULL,
    preset character varying(40) NOT NULL,
    year integer NOT NULL,
    hands integer NOT NULL,
    highest_hand bigint NOT NULL,
    sets integer NOT NULL,
    biggest_deficit bigint NOT NULL
);
CREATE TABLE hand (
    id integer NOT NULL,
    game_id integer NOT NULL,
    uid uuid NOT NULL,
    "position" integer NOT NULL,
    facts json NOT NULL
);
CREATE SEQUENCE hand_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE hand_id_seq OWNED BY hand.id;
CREATE TABLE house_rules (
    id integer NOT NULL,
    club_id integer NOT NULL,
    uid uuid NOT NULL,
    name character varying(80) NOT NULL,
    rules json NOT NULL,
    version integer NOT NULL
);
CREATE SEQUENCE house_rules_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE house_rules_id_seq OWNED BY house_rules.id;
CREATE TABLE phone (
    id integer NOT NULL,
    uid uuid NOT NULL,
    club_id integer NOT NULL,
    link character varying(8) NOT NULL,
    series_id integer,
    name character varying(40) NOT NULL,
    entered_at timestamp with time zone NOT NULL
);
CREATE SEQUENCE phone_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE phone_id_seq OWNED BY phone.id;
CREATE TABLE player (
    id integer NOT NULL,
    club_id integer NOT NULL,
    name character varying(40) NOT NULL,
    hidden boolean DEFAULT false NOT NULL,
    merged boolean DEFAULT false NOT NULL,
    version integer DEFAULT 0 NOT NULL
);
CREATE SEQUENCE player_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE player_id_seq OWNED BY player.id;
CREATE TABLE player_merge (
    id integer NOT NULL,
    club_id integer NOT NULL,
    uid uuid NOT NULL,
    merged_id integer NOT NULL,
    into_id integer NOT NULL,
    name character varying(40) NOT NULL,
    made_at timestamp with time zone NOT NULL,
    undone boolean NOT NULL
);
CREATE SEQUENCE player_merge_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE player_merge_id_seq OWNED BY player_merge.id;
CREATE TABLE player_merge_seat (
    merge_id integer NOT NULL,
    game_id integer NOT NULL,
    number integer NOT NULL
);
CREATE TABLE rating (
    player_id integer NOT NULL,
    preset character varying(40) NOT NULL,
    club_id integer NOT NULL,
    mu double precision NOT NULL,
    sigma double precision NOT NULL,
    games integer NOT NULL,
    latest json NOT NULL
);
CREATE TABLE seat_stats (
    player_id integer NOT NULL,
    preset character varying(40) NOT NULL,
    year integer NOT NULL,
    game_id integer NOT NULL,
    club_id integer NOT NULL,
    ended_at timestamp with time zone,
    side integer NOT NULL,
    place integer NOT NULL,
    ended integer NOT NULL,
    games integer NOT NULL,
    wins integer NOT NULL,
    hands integer NOT NULL,
    points bigint NOT NULL,
    bids integer NOT NULL,
    bid_sum bigint NOT NULL,
    made integer NOT NULL,
    sets integer NOT NULL,
    made_60 integer NOT NULL,
    made_70 integer NOT NULL,
    made_80 integer NOT NULL,
    made_90 integer NOT NULL,
    made_100 integer NOT NULL,
    sets_60 integer NOT NULL,
    sets_70 integer NOT NULL,
    sets_80 integer NOT NULL,
    sets_90 integer NOT NULL,
    sets_100 integer NOT NULL,
    bid_points bigint NOT NULL,
    bid_margin bigint NOT NULL,
    highest_bid_made integer NOT NULL,
    partnered integer NOT NULL,
    partner_made integer NOT NULL,
    defended integer NOT NULL,
    sets_forced integer NOT NULL,
    defense_points bigint NOT NULL,
    nest_hands integer NOT NULL,
    nests integer NOT NULL,
    rook_hands integer NOT NULL,
    rook_bids integer NOT NULL,
    rook_made integer NOT NULL,
    rook_points bigint NOT NULL,
    fouls integer NOT NULL,
    reneges integer NOT NULL
);
CREATE TABLE series (
    id integer NOT NULL,
    club_id integer NOT NULL,
    table_key character varying(26) NOT NULL,
    watch_key character varying(26) NOT NULL,
    watch_code character varying(6) DEFAULT ''::character varying NOT NULL,
    tournament_id integer,
    table_number integer
);
CREATE SEQUENCE series_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE series_id_seq OWNED BY series.id;
CREATE TABLE tournament (
    id integer NOT NULL,
    club_id integer NOT NULL,
    uid uuid NOT NULL,
    name character varying(80) NOT NULL,
    format character varying(20) NOT NULL,
    rules json NOT NULL,
    house_rules_name character varying(80),
    facts json NOT NULL,
    version integer NOT NULL,
    started_at timestamp with time zone NOT NULL,
    changed_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone
);
CREATE SEQUENCE tournament_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE tournament_id_seq OWNED BY tournament.id;
ALTER TABLE ONLY attempt ALTER COLUMN id SET DEFAULT nextval('attempt_id_seq'::regclass);
ALTER TABLE ONLY club ALTER COLUMN id SET DEFAULT nextval('club_id_seq'::regclass);
ALTER TABLE ONLY game ALTER COLUMN id SET DEFAULT nextval('game_id_seq'::regclass);
ALTER TABLE ONLY hand ALTER COLUMN id SET DEFAULT nextval('hand_id_seq'::regclass);
ALTER TABLE ONLY house_rules ALTER COLUMN id SET DEFAULT nextval('house_rules_id_seq'::regclass);
ALTER TABLE ONLY phone ALTER COLUMN id SET DEFAULT nextval('phone_id_seq'::regclass);
ALTER TABLE ONLY player ALTER COLUMN id SET DEFAULT nextval('player_id_seq'::regclass);
ALTER TABLE ONLY player_merge ALTER COLUMN id SET DEFAULT nextval('player_merge_id_seq'::regclass);
ALTER TABLE ONLY series ALTER COLUMN id SET DEFAULT nextval('series_id_seq'::regclass);
ALTER TABLE ONLY tournament ALTER COLUMN id SET DEFAULT nextval('tournament_id_seq'::regclass);
ALTER TABLE ONLY alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY attempt
    ADD CONSTRAINT pk_attempt PRIMARY KEY (id);
ALTER TABLE ONLY change
    ADD CONSTRAINT pk_change PRIMARY KEY (game_id, uid);
ALTER TABLE ONLY club
    ADD CONSTRAINT pk_club PRIMARY KEY (id);
ALTER TABLE ONLY game
    ADD CONSTRAINT pk_game PRIMARY KEY (id);
ALTER TABLE ONLY game_player
    ADD CONSTRAINT pk_game_player PRIMARY KEY (game_id, number);
ALTER TABLE ONLY game_stats
    ADD CONSTRAINT pk_game_stats PRIMARY KEY (game_id);
ALTER TABLE ONLY hand
    ADD CONSTRAINT pk_hand PRIMARY KEY (id);
ALTER TABLE ONLY house_rules
    ADD CONSTRAINT pk_house_rules PRIMARY KEY (id);
ALTER TABLE ONLY phone
    ADD CONSTRAINT pk_phone PRIMARY KEY (id);
ALTER TABLE ONLY player
    ADD CONSTRAINT pk_player PRIMARY KEY (id);
ALTER TABLE ONLY player_merge
    ADD CONSTRAINT pk_player_merge PRIMARY KEY (id);
ALTER TABLE ONLY player_merge_seat
    ADD CONSTRAINT pk_player_merge_seat PRIMARY KEY (merge_id, game_id, number);
ALTER TABLE ONLY rating
    ADD CONSTRAINT pk_rating PRIMARY KEY (player_id, preset);
ALTER TABLE ONLY seat_stats
    ADD CONSTRAINT pk_seat_stats PRIMARY KEY (player_id, preset, year, game_id);
ALTER TABLE ONLY series
    ADD CONSTRAINT pk_series PRIMARY KEY (id);
ALTER TABLE ONLY tournament
    ADD CONSTRAINT pk_tournament PRIMARY KEY (id);
ALTER TABLE ONLY club
    ADD CONSTRAINT uq_club_keeper_key UNIQUE (keeper_key);
ALTER TABLE ONLY club
    ADD CONSTRAINT uq_club_public_id UNIQUE (public_id);
ALTER TABLE ONLY club
    ADD CONSTRAINT uq_club_reader_key UNIQUE (reader_key);
ALTER TABLE ONLY game
    ADD CONSTRAINT uq_game_club_id_uid UNIQUE (club_id, uid);
ALTER TABLE ONLY hand
    ADD CONSTRAINT uq_hand_game_id_uid UNIQUE (game_id, uid);
ALTER TABLE ONLY house_rules
    ADD CONSTRAINT uq_house_rules_club_id_name UNIQUE (club_id, name);
ALTER TABLE ONLY house_rules
    ADD CONSTRAINT uq_house_rules_club_id_uid UNIQUE (club_id, uid);
ALTER TABLE ONLY player
    ADD CONSTRAINT uq_player_club_id_name UNIQUE (club_id, name);
ALTER TABLE ONLY player_merge
    ADD CONSTRAINT uq_player_merge_club_id_uid UNIQUE (club_id, uid);
ALTER TABLE ONLY seat_stats
    ADD CONSTRAINT uq_seat_stats_game_id_player_id UNIQUE (game_id, player_id);
ALTER TABLE ONLY series
    ADD CONSTRAINT uq_series_table_key UNIQUE (table_key);
ALTER TABLE ONLY series
    ADD CONSTRAINT uq_series_watch_key UNIQUE (watch_key);
ALTER TABLE ONLY tournament
    ADD CONSTRAINT uq_tournament_club_id_uid UNIQUE (club_id, uid);
CREATE INDEX ix_attempt_made_at ON attempt USING btree (made_at);
CREATE INDEX ix_change_game_state_version ON change USING btree (game_id, state, version);
CREATE INDEX ix_game_club_over_ended_at ON game USING btree (club_id, ended_at, id) WHERE ((status)::text = 'over'::text);
CREATE INDEX ix_game_club_preset_started_at ON game USING btree (club_id, preset, started_at, id);
CREATE INDEX ix_game_club_started_at ON game USING btree (club_id, started_at, id);
CREATE INDEX ix_game_club_status_changed_at ON game USING btree (club_id, status, changed_at);
CREATE INDEX ix_game_player_player_id_game_id ON game_player USING btree (player_id, game_id);
CREATE INDEX ix_game_series_started_at ON game USING btree (series_id, started_at);
CREATE INDEX ix_game_stats_club ON game_stats USING btree (club_id, preset, year, hands, highest_hand, sets, biggest_deficit);
CREATE INDEX ix_phone_club_id ON phone USING btree (club_id);
CREATE INDEX ix_phone_series_id ON phone USING btree (series_id);
CREATE INDEX ix_phone_uid_club_id ON phone USING btree (uid, club_id);
CREATE INDEX ix_player_merge_into_id ON player_merge USING btree (into_id);
CREATE INDEX ix_player_merge_merged_id ON player_merge USING btree (merged_id);
CREATE INDEX ix_player_merge_seat_game_id ON player_merge_seat USING btree (game_id);
CREATE INDEX ix_rating_club ON rating USING btree (club_id, preset);
CREATE INDEX ix_seat_stats_player ON seat_stats USING btree (player_id, ended_at, game_id, games, wins, side, preset, year);
CREATE INDEX ix_seat_stats_ranked ON seat_stats USING btree (club_id, player_id, preset, year, games, wins, hands, points, made, sets, defended, sets_forced);
CREATE INDEX ix_seat_stats_results ON seat_stats USING btree (club_id, ended_at, game_id, side, player_id, place, games, wins, preset, year);
CREATE INDEX ix_series_club_id ON series USING btree (club_id);
CREATE INDEX ix_series_tournament_id ON series USING btree (tournament_id);
CREATE INDEX ix_series_watch_code ON series USING btree (watch_code);
ALTER TABLE ONLY change
    ADD CONSTRAINT fk_change_game_id_game FOREIGN KEY (game_id) REFERENCES game(id) ON DELETE CASCADE;
ALTER TABLE ONLY game
    ADD CONSTRAINT fk_game_club_id_club FOREIGN KEY (club_id) REFERENCES club(id);
ALTER TABLE ONLY game_player
    ADD CONSTRAINT fk_game_player_game_id_game FOREIGN KEY (game_id) REFERENCES game(id) ON DELETE CASCADE;
ALTER TABLE ONLY game_player
    ADD CONSTRAINT fk_game_player_player_id_player FOREIGN KEY (player_id) REFERENCES player(id);
ALTER TABLE ONLY game
    ADD CONSTRAINT fk_game_series_id_series FOREIGN KEY (series_id) REFERENCES series(id);
ALTER TABLE ONLY game_stats
    ADD CONSTRAINT fk_game_stats_club_id_club FOREIGN KEY (club_id) REFERENCES club(id);
ALTER TABLE ONLY game_stats
    ADD CONSTRAINT fk_game_stats_game_id_game FOREIGN KEY (game_id) REFERENCES game(id) ON DELETE CASCADE;
ALTER TABLE ONLY hand
    ADD CONSTRAINT fk_hand_game_id_game FOREIGN KEY (game_id) REFERENCES game(id) ON DELETE CASCADE;
ALTER TABLE ONLY house_rules
    ADD CONSTRAINT fk_house_rules_club_id_club FOREIGN KEY (club_id) REFERENCES club(id);
ALTER TABLE ONLY phone
    ADD CONSTRAINT fk_phone_club_id_club FOREIGN KEY (club_id) REFERENCES club(id);
ALTER TABLE ONLY phone
    ADD CONSTRAINT fk_phone_series_id_series FOREIGN KEY (series_id) REFERENCES series(id);
ALTER TABLE ONLY player
    ADD CONSTRAINT fk_player_club_id_club FOREIGN KEY (club_id) REFERENCES club(id);
ALTER TABLE ONLY player_merge
    ADD CONSTRAINT fk_player_merge_club_id_club FOREIGN KEY (club_id) REFERENCES club(id);
ALTER TABLE ONLY player_merge
    ADD CONSTRAINT fk_player_merge_into_id_player FOREIGN KEY (into_id) REFERENCES player(id);
ALTER TABLE ONLY player_merge
    ADD CONSTRAINT fk_player_merge_merged_id_player FOREIGN KEY (merged_id) REFERENCES player(id);
ALTER TABLE ONLY player_merge_seat
    ADD CONSTRAINT fk_player_merge_seat_game_id_game FOREIGN KEY (game_id) REFERENCES game(id) ON DELETE CASCADE;
ALTER TABLE ONLY player_merge_seat
    ADD CONSTRAINT fk_player_merge_seat_merge_id_player_merge FOREIGN KEY (merge_id) REFERENCES player_merge(id);
ALTER TABLE ONLY rating
    ADD CONSTRAINT fk_rating_club_id_club FOREIGN KEY (club_id) REFERENCES club(id);
ALTER TABLE ONLY rating
    ADD CONSTRAINT fk_rating_player_id_player FOREIGN KEY (player_id) REFERENCES player(id);
ALTER TABLE ONLY seat_stats
    ADD CONSTRAINT fk_seat_stats_club_id_club FOREIGN KEY (club_id) REFERENCES club(id);
ALTER TABLE ONLY seat_stats
    ADD CONSTRAINT fk_seat_stats_game_id_game FOREIGN KEY (game_id) REFERENCES game(id) ON DELETE CASCADE;
ALTER TABLE ONLY seat_stats
    ADD CONSTRAINT fk_seat_stats_player_id_player FOREIGN KEY (player_id) REFERENCES player(id);
ALTER TABLE ONLY series
    ADD CONSTRAINT fk_series_club_id_club FOREIGN KEY (club_id) REFERENCES club(id);
ALTER TABLE ONLY series
    ADD CONSTRAINT fk_series_tournament_id_tournament FOREIGN KEY (tournament_id) REFERENCES tournament(id);
ALTER TABLE ONLY tournament
    ADD CONSTRAINT fk_tournament_club_id_club FOREIGN KEY (club_id) REFERENCES club(id);
