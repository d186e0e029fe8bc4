INSERT INTO alembic_version (version_num) VALUES
('0018');
INSERT INTO attempt (id, kind, address, made_at) VALUES
(1, 'PIN', '192.168.0.9', '2026-01-02 20:00:00.250000');
INSERT INTO club (id, name, created_at, public_id, keeper_key, reader_key, deleted_at, rated) VALUES
(1, 'Ours', '2026-01-02 19:55:00.250000', 'pdqwbzyvn2guanf6', 'pjwtq7o75cfdomy7tgpeyaltxu', 'm4wqx5ohqbhovtfn67isnkuthy', NULL, true);
INSERT INTO house_rules (id, club_id, uid, name, rules, version) VALUES
(1, 1, '00000000000000000000000000000001', 'Grandma''s', '{"base": "concise", "target": 200}', 3),
(2, 1, 'f14a22f024c74283b428bb2a7889fd47', 'Tuesday rules', '{"base":"kentucky","last_trick_points":20,"min_bid":80}', 0);
INSERT INTO player (id, club_id, name, hidden, merged, version) VALUES
(1, 1, 'Ann', false, false, 0),
(2, 1, 'Bob', false, false, 0),
(3, 1, 'Cal', false, false, 0),
(4, 1, 'Dee', false, false, 0),
(9, 1, '9', false, true, 2),
(10, 1, 'Eve', false, false, 0),
(11, 1, 'Fay', false, false, 0),
(12, 1, 'Gus', false, false, 0),
(13, 1, 'Hal', false, false, 0);
INSERT INTO tournament (id, club_id, uid, name, format, rules, house_rules_name, facts, version, started_at, changed_at, ended_at) VALUES
(1, 1, '1e5e9487b66f424d993fcb211604dacc', 'Fall', 'rotating', '{"base":"original","target":null,"hand_limit":1,"tie_break":"shared"}', NULL, '{"entrants":[{"players":[1]},{"players":[2]},{"players":[3]},{"players":[4]},{"players":[10]},{"players":[11]},{"players":[12]},{"players":[13]}],"seed":9868,"rounds":[{"seed":9868,"tables":[{"sides":[[3,7],[0,5]],"dealer":4},{"sides":[[1,2],[4,6]],"dealer":1,"paper":[120,60]}]}],"clock":{},"form_id":"08f8f37e-25c7-5de8-83fe-fbfabfa7d4f1"}', 2, '2026-11-25 14:26:15.701313', '2026-11-25 14:26:15.819968', NULL);
INSERT INTO player_merge (id, club_id, merged_id, into_id, uid, name, made_at, undone) VALUES
(1, 1, 9, 1, '0000000000000000000000000000000e', 'Anna', '2026-01-02 20:40:00.250000', false);
INSERT INTO rating (player_id, preset, club_id, mu, sigma, games, latest) VALUES
(1, 'original', 1, 26.598625861157092, 7.891911165839894, 3, '[26.964294621803063,28.65894074349052,26.598625861157092]'),
(2, 'original', 1, 23.035705378196937, 8.177962604389991, 1, '[23.035705378196937]'),
(3, 'original', 1, 28.65894074349052, 8.032167420956787, 2, '[26.964294621803063,28.65894074349052]'),
(4, 'original', 1, 25.171486207386817, 8.027045526346466, 2, '[23.035705378196937,25.171486207386817]'),
(10, 'original', 1, 23.240356767355717, 8.176015367830852, 1, '[23.240356767355717]'),
(11, 'original', 1, 21.105592803573707, 8.028009576815077, 2, '[23.240356767355717,21.105592803573707]'),
(13, 'original', 1, 27.217697390858866, 8.173560514477973, 1, '[27.217697390858866]');
INSERT INTO series (id, club_id, table_key, watch_key, watch_code, tournament_id, table_number) VALUES
(1, 1, 'omyjtgl2z2ber5xambmg77s53u', 'mr474rw2fn6hprmrh5q4nos23q', 'XD677X', NULL, NULL),
(2, 1, 't22kao2kxl55vug3kmiaot56be', 'hw6perph5r7drwxzgavyr7s3xu', '', NULL, NULL),
(3, 1, 'jksjsy4lmhf5f3p45luxk6zt5e', '2dtrytqbnp63k65u3mkpbtzdvy', '', NULL, NULL),
(4, 1, 'ltc32ih5eh7raizbpjubv5ubiy', 'ehmpupoegkpj7zhp6vcauwsgeu', '7GEATQ', NULL, NULL),
(5, 1, 'mtmpx5so2gywns2ptxcuq3wmta', 'k5bukuo3kaflmlhoxgl47sh2fi', 'SSE3CS', NULL, NULL),
(6, 1, 'tsensumghkyoifhwpuenjbfu7a', 'nc7qkrsfyemyd6gwfa4qwbo4oi', '8ZXGVJ', NULL, NULL),
(7, 1, 'd7lidgef4wbret57jhwnoetpsy', 'enquddxg36zwzgca7ctbe5csku', 'UQC65S', NULL, NULL),
(8, 1, 'hfl5ozgijyllt2obehcd4rpvma', 'ukmc5gkce637gyowoko6wjyy34', 'AVPZVR', 1, 0),
(9, 1, 'elzbaixff6iizyyuha2fjby564', 'myumvjy7z33voearylxrbxrtxa', '2FERST', 1, 1),
(10, 1, 'vkj6jdtz2f4aodp6sopivbudrq', 'k4lifwpdtggwdt443eqgu2agja', 'D2ABSN', 1, 2);
INSERT INTO game (id, club_id, uid, rules, dealer, open_hand, version, stopped, deleted_at, started_at, changed_at, status, preset, house_rules_name, teams, notes, ended_at, starting_totals, series_id, hidden, round_number) VALUES
(1, 1, '0000000000000000000000000000000a', '{"base": "original", "target": 200}', 3, '{"outcome": "played", "seats": [0, 1, 2, 3], "dealer": 3, "bidder": 1, "bid": 100}', 3, false, NULL, '2026-01-02 20:00:00.250000', '2026-01-02 20:40:00.250000', 'in-progress', 'original', NULL, NULL, NULL, NULL, NULL, 1, false, NULL),
(2, 1, '0000000000000000000000000000000b', '{"base": "original", "target": 200}', 3, NULL, 0, false, NULL, '2026-01-02 20:00:00.250000', '2026-01-02 20:40:00.250000', 'over', 'original', 'Grandma''s', '["Reds","Blues"]', 'Late.', '2026-01-02 20:40:00.250000', NULL, 2, false, NULL),
(3, 1, '0000000000000000000000000000000c', '{"base": "original", "target": 200}', 3, NULL, 1, false, '2026-01-02 20:40:00.250000', '2026-01-02 20:00:00.250000', '2026-01-02 20:40:00.250000', 'deleted', 'original', NULL, NULL, NULL, NULL, NULL, 3, false, NULL),
(4, 1, '7297b4b5ca854a618b01662dacb0615a', '{"base":"original","target":200}', 0, NULL, 10, false, NULL, '2026-11-25 14:26:15.182783', '2026-11-25 14:26:15.560592', 'over', 'original', NULL, NULL, NULL, '2026-11-25 14:26:15.299720', NULL, 4, true, NULL),
(5, 1, '931770d483d3452296df847161b1e4be', '{"base":"original","target":200}', 3, NULL, 3, false, NULL, '2026-11-25 14:26:15.451664', '2026-11-25 14:26:15.479259', 'in-progress', 'original', NULL, NULL, NULL, NULL, NULL, 4, false, NULL),
(6, 1, 'd61b3d7a13044d50bbeb50bec5deee90', '{"base":"original"}', 0, NULL, 5, true, NULL, '2026-11-25 14:26:15.493577', '2026-11-25 14:26:15.547546', 'stopped', 'original', NULL, NULL, NULL, '2026-11-25 14:26:15.547546', NULL, 5, false, NULL),
(7, 1, '119749faa8cb40dc9eccdc928ea8f4c8', '{"base":"original"}', 0, NULL, 2, false, NULL, '2026-11-25 14:26:15.575554', '2026-11-25 14:26:15.590224', 'in-progress', 'original', NULL, NULL, NULL, NULL, '[[0,120],[1,-35]]', 6, false, NULL),
(8, 1, '94f5176ac5fe4d9faa88250f989de447', '{"base":"call-partner"}', 0, '{"outcome":"played","seats":[0,1,2,3,4],"dealer":0,"bidder":1,"bid":80,"partners":[3],"auction":[[1,80],[2,"pass"],[3,"pass"],[4,"pass"],[0,"pass"]]}', 6, false, NULL, '2026-11-25 14:26:15.595869', '2026-11-25 14:26:15.639147', 'in-progress', 'call-partner', NULL, NULL, NULL, NULL, NULL, 7, false, NULL),
(9, 1, 'da308156029b4145b23382b806a0d021', '{"base":"original","target":null,"hand_limit":1,"tie_break":"shared"}', 3, NULL, 2, false, NULL, '2026-11-25 14:26:15.751368', '2026-11-25 14:26:15.803995', 'over', 'original', NULL, NULL, NULL, '2026-11-25 14:26:15.803995', NULL, 9, false, 1),
(10, 1, '59a1634825894e529ef8649419f9fb4b', '{"base":"original","target":null,"hand_limit":1,"tie_break":"shared"}', 0, NULL, 0, false, NULL, '2026-11-25 14:26:15.751813', '2026-11-25 14:26:15.751813', 'in-progress', 'original', NULL, NULL, NULL, NULL, NULL, 10, true, 1);
INSERT INTO phone (id, uid, club_id, link, series_id, name, entered_at) VALUES
(1, '672179ac9ba058d1a2622232b465bde2', 1, 'keeper', NULL, 'Grandma', '2026-11-25 14:26:16.056347'),
(2, '5a355f7a111d55e2a1a7064c036533ae', 1, 'table', 4, '', '2026-11-25 14:26:16.208072');
INSERT INTO change (game_id, uid, version, kind, fields, state, made_at) VALUES
(1, '0000000000000000000000000000001f', 1, 'bid', '{"open_hand":[null,{"outcome":"played","seats":[0,1,2,3],"dealer":3,"bidder":0,"bid":100}]}', 'done', '2026-01-02 20:40:00.250000'),
(1, '00000000000000000000000000000020', 2, 'hand', '{"open_hand":[{"outcome":"played","seats":[0,1,2,3],"dealer":3,"bidder":0,"bid":100},null],"hand:0000000000000000000000000000000d":[null,{"position":0,"facts":{"outcome":"played","seats":[0,1,2,3],"dealer":3,"bidder":0,"bid":100,"last_trick":0,"captured":[[0,100],[1,20]]}}]}', 'done', '2026-01-02 20:40:00.250000'),
(1, '00000000000000000000000000000021', 3, 'bid', '{"open_hand":[null,{"outcome":"played","seats":[0,1,2,3],"dealer":0,"bidder":1,"bid":100}]}', 'done', '2026-01-02 20:40:00.250000'),
(3, '00000000000000000000000000000022', 1, 'deletion', '{"deleted_at":[null,"2026-01-02T20:40:00.250000+00:00"]}', 'beside', '2026-01-02 20:40:00.250000'),
(4, '052eb28741f44a16afd4c4e0a70ec684', 4, 'undo', '{"of":"3dca388d-d196-4cde-8051-a801e2c52949"}', 'undo', '2026-11-25 14:26:15.267589'),
(4, '1eb2612e6b6a4fb6ad746c33a01e4af9', 8, 'hand', '{"open_hand":[{"outcome":"played","seats":[0,1,2,3],"dealer":2,"bidder":2,"bid":70},null],"hand:1eb2612e-6b6a-4fb6-ad74-6c33a01e4af9":[null,{"position":2,"facts":{"outcome":"played","seats":[0,1,2,3],"dealer":2,"bidder":2,"last_trick":0,"bid":70,"captured":[[0,115]]}}]}', 'done', '2026-11-25 14:26:15.299720'),
(4, '3dca388dd1964cde8051a801e2c52949', 3, 'bid', '{"open_hand":[null,{"outcome":"played","seats":[0,1,2,3],"dealer":1,"bidder":1,"bid":90}]}', 'dropped', '2026-11-25 14:26:15.259356'),
(4, '4d2a13288ca14252a1b984a6c12f02b5', 7, 'bid', '{"open_hand":[null,{"outcome":"played","seats":[0,1,2,3],"dealer":2,"bidder":2,"bid":70}]}', 'done', '2026-11-25 14:26:15.291925'),
(4, '74b1aa5c13934ccb9f10f36b0be85e36', 2, 'hand', '{"open_hand":[{"outcome":"played","seats":[0,1,2,3],"dealer":0,"bidder":0,"bid":100},null],"hand:74b1aa5c-1393-4ccb-9f10-f36b0be85e36":[null,{"position":0,"facts":{"outcome":"played","seats":[0,1,2,3],"dealer":0,"bidder":0,"last_trick":0,"bid":100,"captured":[[0,120]]}}]}', 'done', '2026-11-25 14:26:15.249763'),
(4, '92e4c11ac9df472c8b8681ae6079257a', 6, 'hand', '{"open_hand":[{"outcome":"played","seats":[0,1,2,3],"dealer":1,"bidder":3,"bid":80},null],"hand:92e4c11a-c9df-472c-8b86-81ae6079257a":[null,{"position":1,"facts":{"outcome":"played","seats":[0,1,2,3],"dealer":1,"bidder":3,"last_trick":0,"bid":80,"captured":[[0,60]]}}]}', 'done', '2026-11-25 14:26:15.283906'),
(4, 'c2c4f46895394ad7a7b38d6b66090db3', 9, 'correction', '{"hand:92e4c11a-c9df-472c-8b86-81ae6079257a":[{"position":1,"facts":{"outcome":"played","seats":[0,1,2,3],"dealer":1,"bidder":3,"last_trick":0,"bid":80,"captured":[[0,60]]}},{"position":1,"facts":{"outcome":"played","seats":[0,1,2,3],"dealer":1,"bidder":3,"last_trick":0,"bid":80,"captured":[[0,65]]}}]}', 'done', '2026-11-25 14:26:15.409585'),
(4, 'd3f4b93ea1b34a438735d182f0f93dc6', 1, 'bid', '{"open_hand":[null,{"outcome":"played","seats":[0,1,2,3],"dealer":0,"bidder":0,"bid":100}]}', 'done', '2026-11-25 14:26:15.221127'),
(4, 'f359100db39640099f12bd32b1fab87a', 5, 'bid', '{"open_hand":[null,{"outcome":"played","seats":[0,1,2,3],"dealer":1,"bidder":3,"bid":80}]}', 'done', '2026-11-25 14:26:15.275229'),
(4, 'f846e1963a974861968346e3318dccd7', 10, 'hiding', '{"hidden":[false,true]}', 'beside', '2026-11-25 14:26:15.560592'),
(5, '287b06ee01e049aa80720184abccd882', 3, 'misdeal', '{"hand:287b06ee-01e0-49aa-8072-0184abccd882":[null,{"position":1,"facts":{"outcome":"misdeal","seats":[0,1,2,3],"dealer":0}}]}', 'done', '2026-11-25 14:26:15.479259'),
(5, '2ea8a4ee1db1476fb3e469e14913a5cc', 1, 'bid', '{"open_hand":[null,{"outcome":"played","seats":[0,1,2,3],"dealer":3,"bidder":0,"bid":75}]}', 'done', '2026-11-25 14:26:15.463733'),
(5, 'aa172224963d40fc95cf2099c77d9f59', 2, 'hand', '{"open_hand":[{"outcome":"played","seats":[0,1,2,3],"dealer":3,"bidder":0,"bid":75},null],"hand:aa172224-963d-40fc-95cf-2099c77d9f59":[null,{"position":0,"facts":{"outcome":"played","seats":[0,1,2,3],"dealer":3,"bidder":0,"last_trick":0,"bid":75,"captured":[[0,90]]}}]}', 'done', '2026-11-25 14:26:15.471560'),
(6, '3cbace14caf5441c93d5659bde413b96', 1, 'bid', '{"open_hand":[null,{"outcome":"played","seats":[0,1,2,3],"dealer":0,"bidder":0,"bid":90}]}', 'done', '2026-11-25 14:26:15.500336'),
(6, '50ce3857d4d8482b820a0c024d42e954', 3, 'bid', '{"open_hand":[null,{"outcome":"played","seats":[0,1,2,3],"dealer":1,"bidder":1,"bid":85}]}', 'done', '2026-11-25 14:26:15.515387'),
(6, '50feb10990124dcdbd79906ca2b51052', 5, 'stop', '{"stopped":[false,true]}', 'done', '2026-11-25 14:26:15.547546'),
(6, '8d28b99ec02743779e8f4ef598e2265c', 2, 'hand', '{"open_hand":[{"outcome":"played","seats":[0,1,2,3],"dealer":0,"bidder":0,"bid":90},null],"hand:8d28b99e-c027-4377-9e8f-4ef598e2265c":[null,{"position":0,"facts":{"outcome":"played","seats":[0,1,2,3],"dealer":0,"bidder":0,"last_trick":0,"bid":90,"captured":[[0,95]]}}]}', 'done', '2026-11-25 14:26:15.507765'),
(6, 'c379e37e314c4d45bc088412245df369', 4, 'hand', '{"open_hand":[{"outcome":"played","seats":[0,1,2,3],"dealer":1,"bidder":1,"bid":85},null],"hand:c379e37e-314c-4d45-bc08-8412245df369":[null,{"position":1,"facts":{"outcome":"played","seats":[0,1,2,3],"dealer":1,"bidder":1,"last_trick":0,"bid":85,"captured":[[0,60]]}}]}', 'done', '2026-11-25 14:26:15.522769'),
(7, '98efef2a35f34c1498b03bb0b9c752ce', 1, 'bid', '{"open_hand":[null,{"outcome":"played","seats":[0,1,2,3],"dealer":0,"bidder":1,"bid":95}]}', 'done', '2026-11-25 14:26:15.582562'),
(7, 'e8848ff8e22a46a8a3d5de051d2cff22', 2, 'hand', '{"open_hand":[{"outcome":"played","seats":[0,1,2,3],"dealer":0,"bidder":1,"bid":95},null],"hand:e8848ff8-e22a-46a8-a3d5-de051d2cff22":[null,{"position":0,"facts":{"outcome":"played","seats":[0,1,2,3],"dealer":0,"bidder":1,"last_trick":0,"bid":95,"captured":[[0,45]]}}]}', 'done', '2026-11-25 14:26:15.590224'),
(8, '07639ccbe233495e94befd2d1cd0a28e', 3, 'call', '{"open_hand":[{"outcome":"played","seats":[0,1,2,3,4],"dealer":0,"auction":[[1,80],[2,"pass"]]},{"outcome":"played","seats":[0,1,2,3,4],"dealer":0,"auction":[[1,80],[2,"pass"],[3,"pass"]]}]}', 'done', '2026-11-25 14:26:15.616758'),
(8, '16b0f84857314fffbb900b893e88a7c1', 4, 'call', '{"open_hand":[{"outcome":"played","seats":[0,1,2,3,4],"dealer":0,"auction":[[1,80],[2,"pass"],[3,"pass"]]},{"outcome":"played","seats":[0,1,2,3,4],"dealer":0,"auction":[[1,80],[2,"pass"],[3,"pass"],[4,"pass"]]}]}', 'done', '2026-11-25 14:26:15.623462'),
(8, '3fcedcc29645442cb40bd1b9182b4831', 2, 'call', '{"open_hand":[{"outcome":"played","seats":[0,1,2,3,4],"dealer":0,"auction":[[1,80]]},{"outcome":"played","seats":[0,1,2,3,4],"dealer":0,"auction":[[1,80],[2,"pass"]]}]}', 'done', '2026-11-25 14:26:15.610092'),
(8, '4e144954bfdf4c9f9496a1db04907133', 1, 'call', '{"open_hand":[null,{"outcome":"played","seats":[0,1,2,3,4],"dealer":0,"auction":[[1,80]]}]}', 'done', '2026-11-25 14:26:15.603618'),
(8, 'a483f99d5da14c57b837199c2581f298', 5, 'call', '{"open_hand":[{"outcome":"played","seats":[0,1,2,3,4],"dealer":0,"auction":[[1,80],[2,"pass"],[3,"pass"],[4,"pass"]]},{"outcome":"played","seats":[0,1,2,3,4],"dealer":0,"bidder":1,"bid":80,"auction":[[1,80],[2,"pass"],[3,"pass"],[4,"pass"],[0,"pass"]]}]}', 'done', '2026-11-25 14:26:15.630183'),
(8, 'cd6b5a406d5e4ddfa252e35b1ff82e44', 6, 'partners', '{"open_hand":[{"outcome":"played","seats":[0,1,2,3,4],"dealer":0,"bidder":1,"bid":80,"auction":[[1,80],[2,"pass"],[3,"pass"],[4,"pass"],[0,"pass"]]},{"outcome":"played","seats":[0,1,2,3,4],"dealer":0,"bidder":1,"bid":80,"partners":[3],"auction":[[1,80],[2,"pass"],[3,"pass"],[4,"pass"],[0,"pass"]]}]}', 'done', '2026-11-25 14:26:15.639147'),
(9, '0e9401fff9054dd586fac54990048563', 1, 'bid', '{"open_hand":[null,{"outcome":"played","seats":[0,1,2,3],"dealer":3,"bidder":0,"bid":100}]}', 'done', '2026-11-25 14:26:15.795301'),
(9, '49d484a8eeb24df6a9c9aa94e0a53c63', 2, 'hand', '{"open_hand":[{"outcome":"played","seats":[0,1,2,3],"dealer":3,"bidder":0,"bid":100},null],"hand:49d484a8-eeb2-4df6-a9c9-aa94e0a53c63":[null,{"position":0,"facts":{"outcome":"played","seats":[0,1,2,3],"dealer":3,"bidder":0,"last_trick":0,"bid":100,"captured":[[0,120]]}}]}', 'done', '2026-11-25 14:26:15.803995');
INSERT INTO game_player (game_id, number, seat, player_id, total, won) VALUES
(1, 0, 0, 1, 100, false),
(1, 1, 1, 2, 20, false),
(1, 2, 2, 3, 100, false),
(1, 3, 3, 4, 20, false),
(2, 0, 0, 1, 200, true),
(2, 1, 1, 2, 40, false),
(2, 2, 2, 3, 200, true),
(2, 3, 3, 4, 40, false),
(3, 0, 0, 1, 0, false),
(3, 1, 1, 2, 0, false),
(3, 2, 2, 3, 0, false),
(3, 3, 3, 4, 0, false),
(4, 0, 0, 1, 300, true),
(4, 1, 1, 10, -75, false),
(4, 2, 2, 3, 300, true),
(4, 3, 3, 11, -75, false),
(5, 0, 0, 1, 90, false),
(5, 1, 1, 10, 30, false),
(5, 2, 2, 3, 90, false),
(5, 3, 3, 11, 30, false),
(6, 0, 0, 2, 155, false),
(6, 1, 1, 10, -60, false),
(6, 2, 2, 4, 155, false),
(6, 3, 3, 11, -60, false),
(7, 0, 0, 1, 165, false),
(7, 1, 1, 2, -130, false),
(7, 2, 2, 3, 165, false),
(7, 3, 3, 4, -130, false),
(8, 0, 0, 1, 0, false),
(8, 1, 1, 2, 0, false),
(8, 2, 2, 3, 0, false),
(8, 3, 3, 4, 0, false),
(8, 4, 4, 10, 0, false),
(9, 0, 0, 4, 120, true),
(9, 1, 1, 1, 0, false),
(9, 2, 2, 13, 120, true),
(9, 3, 3, 11, 0, false),
(10, 0, 0, 2, 0, false),
(10, 1, 1, 10, 0, false),
(10, 2, 2, 3, 0, false),
(10, 3, 3, 12, 0, false);
INSERT INTO game_stats (club_id, year, preset, game_id, hands, highest_hand, sets, biggest_deficit) VALUES
(1, 2026, 'original', 2, 2, 100, 0, 0),
(1, 2026, 'original', 4, 3, 120, 1, 0),
(1, 2026, 'original', 6, 2, 95, 1, 0),
(1, 2026, 'original', 9, 1, 120, 0, 0);
INSERT INTO hand (id, game_id, uid, position, facts) VALUES
(1, 1, '0000000000000000000000000000000d', 0, '{"outcome": "played", "seats": [0, 1, 2, 3], "dealer": 3, "bidder": 0, "bid": 100, "last_trick": 0, "captured": [[0, 100], [1, 20]]}'),
(2, 2, '00000000000000000000000000000014', 0, '{"outcome": "played", "seats": [0, 1, 2, 3], "dealer": 3, "bidder": 0, "bid": 100, "last_trick": 0, "captured": [[0, 100], [1, 20]]}'),
(3, 2, '00000000000000000000000000000015', 1, '{"outcome": "played", "seats": [0, 1, 2, 3], "dealer": 0, "bidder": 0, "bid": 100, "last_trick": 0, "captured": [[0, 100], [1, 20]]}'),
(4, 4, '74b1aa5c13934ccb9f10f36b0be85e36', 0, '{"outcome":"played","seats":[0,1,2,3],"dealer":0,"bidder":0,"last_trick":0,"bid":100,"captured":[[0,120]]}'),
(5, 4, '92e4c11ac9df472c8b8681ae6079257a', 1, '{"outcome":"played","seats":[0,1,2,3],"dealer":1,"bidder":3,"last_trick":0,"bid":80,"captured":[[0,65]]}'),
(6, 4, '1eb2612e6b6a4fb6ad746c33a01e4af9', 2, '{"outcome":"played","seats":[0,1,2,3],"dealer":2,"bidder":2,"last_trick":0,"bid":70,"captured":[[0,115]]}'),
(7, 5, 'aa172224963d40fc95cf2099c77d9f59', 0, '{"outcome":"played","seats":[0,1,2,3],"dealer":3,"bidder":0,"last_trick":0,"bid":75,"captured":[[0,90]]}'),
(8, 5, '287b06ee01e049aa80720184abccd882', 1, '{"outcome":"misdeal","seats":[0,1,2,3],"dealer":0}'),
(9, 6, '8d28b99ec02743779e8f4ef598e2265c', 0, '{"outcome":"played","seats":[0,1,2,3],"dealer":0,"bidder":0,"last_trick":0,"bid":90,"captured":[[0,95]]}'),
(10, 6, 'c379e37e314c4d45bc088412245df369', 1, '{"outcome":"played","seats":[0,1,2,3],"dealer":1,"bidder":1,"last_trick":0,"bid":85,"captured":[[0,60]]}'),
(11, 7, 'e8848ff8e22a46a8a3d5de051d2cff22', 0, '{"outcome":"played","seats":[0,1,2,3],"dealer":0,"bidder":1,"last_trick":0,"bid":95,"captured":[[0,45]]}'),
(12, 9, '49d484a8eeb24df6a9c9aa94e0a53c63', 0, '{"outcome":"played","seats":[0,1,2,3],"dealer":3,"bidder":0,"last_trick":0,"bid":100,"captured":[[0,120]]}');
INSERT INTO player_merge_seat (merge_id, game_id, number) VALUES
(1, 2, 0);
INSERT INTO seat_stats (club_id, year, preset, game_id, player_id, side, highest_bid_made, ended, games, wins, hands, points, bids, bid_sum, made, sets, bid_points, made_60, made_70, made_80, made_90, made_100, sets_60, sets_70, sets_80, sets_90, sets_100, partnered, partner_made, defended, nest_hands, nests, fouls, reneges, bid_margin, sets_forced, defense_points, rook_hands, rook_bids, rook_made, rook_points, ended_at, place) VALUES
(1, 2026, 'original', 2, 1, 0, 100, 1, 1, 1, 2, 200, 2, 200, 2, 0, 200, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, '2026-01-02 20:40:00.250000', 0),
(1, 2026, 'original', 4, 1, 0, 100, 1, 1, 1, 3, 300, 1, 100, 1, 0, 120, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 3, 3, 0, 0, 20, 1, 65, 0, 0, 0, 0, '2026-11-25 14:26:15.299720', 0),
(1, 2026, 'original', 9, 1, 1, 0, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '2026-11-25 14:26:15.803995', 2),
(1, 2026, 'original', 2, 2, 1, 0, 1, 1, 0, 2, 40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 0, 40, 0, 0, 0, 0, '2026-01-02 20:40:00.250000', 2),
(1, 2026, 'original', 6, 2, 0, 90, 1, 0, 0, 2, 155, 1, 90, 1, 0, 95, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 2, 0, 0, 5, 1, 60, 0, 0, 0, 0, '2026-11-25 14:26:15.547546', 0),
(1, 2026, 'original', 2, 3, 0, 0, 1, 1, 1, 2, 200, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 0, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, '2026-01-02 20:40:00.250000', 0),
(1, 2026, 'original', 4, 3, 0, 70, 1, 1, 1, 3, 300, 1, 70, 1, 0, 115, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 3, 3, 0, 0, 45, 1, 65, 0, 0, 0, 0, '2026-11-25 14:26:15.299720', 0),
(1, 2026, 'original', 2, 4, 1, 0, 1, 1, 0, 2, 40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 0, 40, 0, 0, 0, 0, '2026-01-02 20:40:00.250000', 2),
(1, 2026, 'original', 6, 4, 0, 0, 1, 0, 0, 2, 155, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 0, 0, 0, 1, 60, 0, 0, 0, 0, '2026-11-25 14:26:15.547546', 0),
(1, 2026, 'original', 9, 4, 0, 100, 1, 1, 1, 1, 120, 1, 100, 1, 0, 120, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 20, 0, 0, 0, 0, 0, 0, '2026-11-25 14:26:15.803995', 0),
(1, 2026, 'original', 4, 10, 1, 0, 1, 1, 0, 3, -75, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2, 3, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, '2026-11-25 14:26:15.299720', 2),
(1, 2026, 'original', 6, 10, 1, 0, 1, 0, 0, 2, -60, 1, 85, 0, 1, 60, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 2, 0, 0, 0, -25, 0, 25, 0, 0, 0, 0, '2026-11-25 14:26:15.547546', 2),
(1, 2026, 'original', 4, 11, 1, 0, 1, 1, 0, 3, -75, 1, 80, 0, 1, 55, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 2, 3, 0, 0, 0, -25, 0, 5, 0, 0, 0, 0, '2026-11-25 14:26:15.299720', 2),
(1, 2026, 'original', 6, 11, 1, 0, 1, 0, 0, 2, -60, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 2, 0, 0, 0, 0, 0, 25, 0, 0, 0, 0, '2026-11-25 14:26:15.547546', 2),
(1, 2026, 'original', 9, 11, 1, 0, 1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '2026-11-25 14:26:15.803995', 2),
(1, 2026, 'original', 9, 13, 0, 0, 1, 1, 1, 1, 120, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, '2026-11-25 14:26:15.803995', 0);
