BEGIN TRANSACTION;
CREATE TABLE action (
	id TEXT NOT NULL, 
	type TEXT NOT NULL, 
	date TEXT NOT NULL, 
	id_member_creator TEXT, 
	id_board TEXT, 
	id_list TEXT, 
	id_card TEXT, 
	id_member TEXT, 
	data JSON NOT NULL, 
	changed TEXT, 
	extra JSON NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(id_board) REFERENCES board (id) ON DELETE CASCADE
);
INSERT INTO "action" VALUES('6b015d90000009abec000005','createBoard','2026-11-21T09:00:00.000Z','6b015d90000009abec000001','6b015d90000009abec000003',NULL,NULL,NULL,'{"board": {"id": "6b015d90000009abec000003", "name": "Bakery launch", "shortLink": "FadYxxmo"}}',NULL,'{}');
INSERT INTO "action" VALUES('6b015d90000009abec000007','createList','2026-11-21T09:00:00.000Z','6b015d90000009abec000001','6b015d90000009abec000003','6b015d90000009abec000006',NULL,NULL,'{"list": {"id": "6b015d90000009abec000006", "name": "To Do"}, "board": {"id": "6b015d90000009abec000003", "name": "Bakery launch", "shortLink": "FadYxxmo"}}',NULL,'{}');
INSERT INTO "action" VALUES('6b015d90000009abec000009','createList','2026-11-21T09:00:00.000Z','6b015d90000009abec000001','6b015d90000009abec000003','6b015d90000009abec000008',NULL,NULL,'{"list": {"id": "6b015d90000009abec000008", "name": "Doing"}, "board": {"id": "6b015d90000009abec000003", "name": "Bakery launch", "shortLink": "FadYxxmo"}}',NULL,'{}');
INSERT INTO "action" VALUES('6b015d90000009abec00000b','createList','2026-11-21T09:00:00.000Z','6b015d90000009abec000001','6b015d90000009abec000003','6b015d90000009abec00000a',NULL,NULL,'{"list": {"id": "6b015d90000009abec00000a", "name": "Done"}, "board": {"id": "6b015d90000009abec000003", "name": "Bakery launch", "shortLink": "FadYxxmo"}}',NULL,'{}');
INSERT INTO "action" VALUES('6b015d90000009abec00000d','createLabel','2026-11-21T09:00:00.000Z','6b015d90000009abec000001','6b015d90000009abec000003',NULL,NULL,NULL,'{"label": {"id": "6b015d90000009abec00000c", "name": "", "color": "green"}, "board": {"id": "6b015d90000009abec000003", "name": "Bakery launch", "shortLink": "FadYxxmo"}}',NULL,'{}');
INSERT INTO "action" VALUES('6b015d90000009abec00000f','createLabel','2026-11-21T09:00:00.000Z','6b015d90000009abec000001','6b015d90000009abec000003',NULL,NULL,NULL,'{"label": {"id": "6b015d90000009abec00000e", "name": "", "color": "yellow"}, "board": {"id": "6b015d90000009abec000003", "name": "Bakery launch", "shortLink": "FadYxxmo"}}',NULL,'{}');
INSERT INTO "action" VALUES('6b015d90000009abec000011','createLabel','2026-11-21T09:00:00.000Z','6b015d90000009abec000001','6b015d90000009abec000003',NULL,NULL,NULL,'{"label": {"id": "6b015d90000009abec000010", "name": "", "color": "orange"}, "board": {"id": "6b015d90000009abec000003", "name": "Bakery launch", "shortLink": "FadYxxmo"}}',NULL,'{}');
INSERT INTO "action" VALUES('6b015d90000009abec000013','createLabel','2026-11-21T09:00:00.000Z','6b015d90000009abec000001','6b015d90000009abec000003',NULL,NULL,NULL,'{"label": {"id": "6b015d90000009abec000012", "name": "", "color": "red"}, "board": {"id": "6b015d90000009abec000003", "name": "Bakery launch", "shortLink": "FadYxxmo"}}',NULL,'{}');
INSERT INTO "action" VALUES('6b015d90000009abec000015','createLabel','2026-11-21T09:00:00.000Z','6b015d90000009abec000001','6b015d90000009abec000003',NULL,NULL,NULL,'{"label": {"id": "6b015d90000009abec000014", "name": "", "color": "purple"}, "board": {"id": "6b015d90000009abec000003", "name": "Bakery launch", "shortLink": "FadYxxmo"}}',NULL,'{}');
INSERT INTO "action" VALUES('6b015d90000009abec000017','createLabel','2026-11-21T09:00:00.000Z','6b015d90000009abec000001','6b015d90000009abec000003',NULL,NULL,NULL,'{"label": {"id": "6b015d90000009abec000016", "name": "", "color": "blue"}, "board": {"id": "6b015d90000009abec000003", "name": "Bakery launch", "shortLink": "FadYxxmo"}}',NULL,'{}');
INSERT INTO "action" VALUES('6b015d90000009abec000019','createCard','2026-11-21T09:00:00.000Z','6b015d90000009abec000001','6b015d90000009abec000003','6b015d90000009abec000006','6b015d90000009abec000018',NULL,'{"card": {"id": "6b015d90000009abec000018", "name": "Order flour \ud83c\udf5e", "idShort": 1, "shortLink": "U4DUjolI"}, "board": {"id": "6b015d90000009abec000003", "name": "Bakery launch", "shortLink": "FadYxxmo"}, "list": {"id": "6b015d90000009abec000006", "name": "To Do"}}',NULL,'{}');
INSERT INTO "action" VALUES('6b015d90000009abec00001b','addChecklistToCard','2026-11-21T09:00:00.000Z','6b015d90000009abec000001','6b015d90000009abec000003','6b015d90000009abec000006','6b015d90000009abec000018',NULL,'{"card": {"id": "6b015d90000009abec000018", "name": "Order flour \ud83c\udf5e", "idShort": 1, "shortLink": "U4DUjolI"}, "board": {"id": "6b015d90000009abec000003", "name": "Bakery launch", "shortLink": "FadYxxmo"}, "checklist": {"id": "6b015d90000009abec00001a", "name": "Steps"}}',NULL,'{}');
INSERT INTO "action" VALUES('6b015d90000009abec00001d','createCheckItem','2026-11-21T09:00:00.000Z','6b015d90000009abec000001','6b015d90000009abec000003','6b015d90000009abec000006','6b015d90000009abec000018',NULL,'{"card": {"id": "6b015d90000009abec000018", "name": "Order flour \ud83c\udf5e", "idShort": 1, "shortLink": "U4DUjolI"}, "board": {"id": "6b015d90000009abec000003", "name": "Bakery launch", "shortLink": "FadYxxmo"}, "checklist": {"id": "6b015d90000009abec00001a", "name": "Steps"}, "checkItem": {"id": "6b015d90000009abec00001c", "name": "Ring the mill", "state": "incomplete"}}',NULL,'{}');
INSERT INTO "action" VALUES('6b015d90000009abec00001e','commentCard','2026-11-21T09:00:00.000Z','6b015d90000009abec000001','6b015d90000009abec000003','6b015d90000009abec000006','6b015d90000009abec000018',NULL,'{"card": {"id": "6b015d90000009abec000018", "name": "Order flour \ud83c\udf5e", "idShort": 1, "shortLink": "U4DUjolI"}, "board": {"id": "6b015d90000009abec000003", "name": "Bakery launch", "shortLink": "FadYxxmo"}, "text": "ka pai", "textData": {"emoji": {}}, "list": {"id": "6b015d90000009abec000006", "name": "To Do"}}',NULL,'{}');
INSERT INTO "action" VALUES('6b015d90000009abec00001f','addLabelToCard','2026-11-21T09:00:00.000Z','6b015d90000009abec000001','6b015d90000009abec000003','6b015d90000009abec000006','6b015d90000009abec000018',NULL,'{"card": {"id": "6b015d90000009abec000018", "name": "Order flour \ud83c\udf5e", "idShort": 1, "shortLink": "U4DUjolI"}, "board": {"id": "6b015d90000009abec000003", "name": "Bakery launch", "shortLink": "FadYxxmo"}, "label": {"id": "6b015d90000009abec00000c", "name": "", "color": "green"}, "text": "", "value": "green"}',NULL,'{}');
INSERT INTO "action" VALUES('6b015d90000009abec000021','addAttachmentToCard','2026-11-21T09:00:00.000Z','6b015d90000009abec000001','6b015d90000009abec000003','6b015d90000009abec000006','6b015d90000009abec000018',NULL,'{"card": {"id": "6b015d90000009abec000018", "name": "Order flour \ud83c\udf5e", "idShort": 1, "shortLink": "U4DUjolI"}, "board": {"id": "6b015d90000009abec000003", "name": "Bakery launch", "shortLink": "FadYxxmo"}, "attachment": {"id": "6b015d90000009abec000020", "name": "quote", "url": "https://example.com/a"}}',NULL,'{}');
CREATE TABLE attachment (
	id TEXT NOT NULL, 
	id_card TEXT NOT NULL, 
	name TEXT NOT NULL, 
	url TEXT NOT NULL, 
	mime_type TEXT, 
	bytes INTEGER, 
	date TEXT NOT NULL, 
	is_upload BOOLEAN NOT NULL, 
	id_member TEXT, 
	file_name TEXT, 
	pos FLOAT NOT NULL, 
	extra JSON NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(id_card) REFERENCES card (id) ON DELETE CASCADE
);
INSERT INTO "attachment" VALUES('6b015d90000009abec000020','6b015d90000009abec000018','quote','https://example.com/a',NULL,NULL,'2026-11-21T09:00:00.000Z',0,'6b015d90000009abec000001',NULL,16384.0,'{}');
CREATE TABLE board (
	id TEXT NOT NULL, 
	short_link TEXT NOT NULL, 
	name TEXT NOT NULL, 
	"desc" TEXT NOT NULL, 
	closed BOOLEAN NOT NULL, 
	id_organization TEXT, 
	id_member_creator TEXT, 
	prefs JSON NOT NULL, 
	label_names JSON NOT NULL, 
	date_last_activity TEXT, 
	next_id_short INTEGER NOT NULL, 
	extra JSON NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (short_link), 
	FOREIGN KEY(id_organization) REFERENCES organization (id) ON DELETE SET NULL
);
INSERT INTO "board" VALUES('6b015d90000009abec000003','FadYxxmo','Bakery launch','',0,'6b015d90000009abec000002','6b015d90000009abec000001','{}','{}','2026-11-21T09:00:00.000Z',2,'{}');
CREATE TABLE card (
	id TEXT NOT NULL, 
	id_board TEXT NOT NULL, 
	id_list TEXT NOT NULL, 
	id_short INTEGER NOT NULL, 
	short_link TEXT NOT NULL, 
	name TEXT NOT NULL, 
	"desc" TEXT NOT NULL, 
	closed BOOLEAN NOT NULL, 
	pos FLOAT NOT NULL, 
	due TEXT, 
	start TEXT, 
	due_complete BOOLEAN NOT NULL, 
	due_reminder FLOAT, 
	date_last_activity TEXT, 
	id_attachment_cover TEXT, 
	subscribed BOOLEAN NOT NULL, 
	is_template BOOLEAN NOT NULL, 
	cover JSON NOT NULL, 
	extra JSON NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(id_board) REFERENCES board (id) ON DELETE CASCADE, 
	FOREIGN KEY(id_list) REFERENCES list (id) ON DELETE CASCADE, 
	UNIQUE (short_link)
);
INSERT INTO "card" VALUES('6b015d90000009abec000018','6b015d90000009abec000003','6b015d90000009abec000006',1,'U4DUjolI','Order flour 🍞','25 kg',0,16384.0,'2031-02-03T04:05:06.000Z',NULL,0,NULL,'2026-11-21T09:00:00.000Z',NULL,0,0,'{}','{"idMemberCreator": "6b015d90000009abec000001"}');
CREATE TABLE card_label (
	id_card TEXT NOT NULL, 
	id_label TEXT NOT NULL, 
	rank INTEGER NOT NULL, 
	PRIMARY KEY (id_card, id_label), 
	FOREIGN KEY(id_card) REFERENCES card (id) ON DELETE CASCADE, 
	FOREIGN KEY(id_label) REFERENCES label (id) ON DELETE CASCADE
);
INSERT INTO "card_label" VALUES('6b015d90000009abec000018','6b015d90000009abec00000c',0);
CREATE TABLE card_member (
	id_card TEXT NOT NULL, 
	id_member TEXT NOT NULL, 
	rank INTEGER NOT NULL, 
	PRIMARY KEY (id_card, id_member), 
	FOREIGN KEY(id_card) REFERENCES card (id) ON DELETE CASCADE, 
	FOREIGN KEY(id_member) REFERENCES member (id) ON DELETE CASCADE
);
CREATE TABLE check_item (
	id TEXT NOT NULL, 
	id_checklist TEXT NOT NULL, 
	name TEXT NOT NULL, 
	pos FLOAT NOT NULL, 
	state TEXT NOT NULL, 
	due TEXT, 
	due_reminder FLOAT, 
	id_member TEXT, 
	extra JSON NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(id_checklist) REFERENCES checklist (id) ON DELETE CASCADE
);
INSERT INTO "check_item" VALUES('6b015d90000009abec00001c','6b015d90000009abec00001a','Ring the mill',16384.0,'incomplete',NULL,NULL,NULL,'{}');
CREATE TABLE checklist (
	id TEXT NOT NULL, 
	id_board TEXT NOT NULL, 
	id_card TEXT NOT NULL, 
	name TEXT NOT NULL, 
	pos FLOAT NOT NULL, 
	extra JSON NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(id_board) REFERENCES board (id) ON DELETE CASCADE, 
	FOREIGN KEY(id_card) REFERENCES card (id) ON DELETE CASCADE
);
INSERT INTO "checklist" VALUES('6b015d90000009abec00001a','6b015d90000009abec000003','6b015d90000009abec000018','Steps',16384.0,'{}');
CREATE TABLE directory_company (
	id TEXT NOT NULL, 
	rank INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	folded TEXT NOT NULL, 
	legal_name TEXT NOT NULL, 
	domain TEXT NOT NULL, 
	network_slug TEXT NOT NULL, 
	country TEXT NOT NULL, 
	state TEXT NOT NULL, 
	city TEXT NOT NULL, 
	employees INTEGER, 
	size_low INTEGER NOT NULL, 
	size_high INTEGER, 
	industry TEXT NOT NULL, 
	anzsic TEXT NOT NULL, 
	verified_on TEXT NOT NULL, 
	abn TEXT NOT NULL, 
	acn TEXT NOT NULL, 
	nzbn TEXT NOT NULL, 
	company_type TEXT NOT NULL, 
	founded INTEGER, 
	revenue TEXT NOT NULL, 
	description TEXT NOT NULL, 
	tagline TEXT NOT NULL, 
	phone TEXT NOT NULL, 
	email TEXT NOT NULL, 
	states JSON NOT NULL, 
	keywords JSON NOT NULL, 
	technologies JSON NOT NULL, 
	fictional BOOLEAN NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (domain), 
	UNIQUE (network_slug)
);
CREATE TABLE directory_person (
	id TEXT NOT NULL, 
	rank INTEGER NOT NULL, 
	name TEXT NOT NULL, 
	first_name TEXT NOT NULL, 
	last_name TEXT NOT NULL, 
	company_id TEXT NOT NULL, 
	title TEXT NOT NULL, 
	folded TEXT NOT NULL, 
	seniority INTEGER NOT NULL, 
	department INTEGER NOT NULL, 
	network_slug TEXT NOT NULL, 
	country TEXT NOT NULL, 
	state TEXT NOT NULL, 
	city TEXT NOT NULL, 
	city_folded TEXT NOT NULL, 
	verified_on TEXT NOT NULL, 
	email TEXT NOT NULL, 
	email_status TEXT NOT NULL, 
	personal_email TEXT NOT NULL, 
	mobile TEXT NOT NULL, 
	do_not_call BOOLEAN NOT NULL, 
	landline TEXT NOT NULL, 
	started TEXT NOT NULL, 
	skills JSON NOT NULL, 
	fictional BOOLEAN NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(company_id) REFERENCES directory_company (id) ON DELETE CASCADE, 
	UNIQUE (network_slug)
);
CREATE TABLE enrich_account (
	id TEXT NOT NULL, 
	credits INTEGER NOT NULL, 
	created TEXT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "enrich_account" VALUES('local',500,'2026-11-21T09:00:00.000Z');
CREATE TABLE enrich_answer (
	account_id TEXT NOT NULL, 
	"key" TEXT NOT NULL, 
	request TEXT NOT NULL, 
	reply JSON NOT NULL, 
	date TEXT NOT NULL, 
	PRIMARY KEY (account_id, "key"), 
	FOREIGN KEY(account_id) REFERENCES enrich_account (id) ON DELETE CASCADE
);
CREATE TABLE enrich_charge (
	request_id TEXT NOT NULL, 
	account_id TEXT NOT NULL, 
	record_id TEXT NOT NULL, 
	credits INTEGER NOT NULL, 
	"left" INTEGER NOT NULL, 
	date TEXT NOT NULL, 
	PRIMARY KEY (request_id), 
	FOREIGN KEY(account_id) REFERENCES enrich_account (id) ON DELETE CASCADE
);
CREATE TABLE enrich_key (
	hash TEXT NOT NULL, 
	account_id TEXT NOT NULL, 
	created TEXT NOT NULL, 
	PRIMARY KEY (hash), 
	FOREIGN KEY(account_id) REFERENCES enrich_account (id) ON DELETE CASCADE
);
CREATE TABLE enrich_owned (
	account_id TEXT NOT NULL, 
	record_id TEXT NOT NULL, 
	first_request TEXT NOT NULL, 
	date TEXT NOT NULL, 
	PRIMARY KEY (account_id, record_id), 
	FOREIGN KEY(account_id) REFERENCES enrich_account (id) ON DELETE CASCADE
);
CREATE TABLE idempotency (
	id_member TEXT NOT NULL, 
	"key" TEXT NOT NULL, 
	request TEXT NOT NULL, 
	reply JSON, 
	date TEXT NOT NULL, 
	PRIMARY KEY (id_member, "key"), 
	FOREIGN KEY(id_member) REFERENCES member (id) ON DELETE CASCADE
);
CREATE TABLE label (
	id TEXT NOT NULL, 
	id_board TEXT NOT NULL, 
	name TEXT NOT NULL, 
	color TEXT, 
	extra JSON NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(id_board) REFERENCES board (id) ON DELETE CASCADE
);
INSERT INTO "label" VALUES('6b015d90000009abec00000c','6b015d90000009abec000003','','green','{}');
INSERT INTO "label" VALUES('6b015d90000009abec00000e','6b015d90000009abec000003','','yellow','{}');
INSERT INTO "label" VALUES('6b015d90000009abec000010','6b015d90000009abec000003','','orange','{}');
INSERT INTO "label" VALUES('6b015d90000009abec000012','6b015d90000009abec000003','','red','{}');
INSERT INTO "label" VALUES('6b015d90000009abec000014','6b015d90000009abec000003','','purple','{}');
INSERT INTO "label" VALUES('6b015d90000009abec000016','6b015d90000009abec000003','','blue','{}');
CREATE TABLE list (
	id TEXT NOT NULL, 
	id_board TEXT NOT NULL, 
	name TEXT NOT NULL, 
	closed BOOLEAN NOT NULL, 
	pos FLOAT NOT NULL, 
	subscribed BOOLEAN NOT NULL, 
	extra JSON NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(id_board) REFERENCES board (id) ON DELETE CASCADE
);
INSERT INTO "list" VALUES('6b015d90000009abec000006','6b015d90000009abec000003','To Do',0,16384.0,0,'{}');
INSERT INTO "list" VALUES('6b015d90000009abec000008','6b015d90000009abec000003','Doing',0,32768.0,0,'{}');
INSERT INTO "list" VALUES('6b015d90000009abec00000a','6b015d90000009abec000003','Done',0,49152.0,0,'{}');
CREATE TABLE member (
	id TEXT NOT NULL, 
	username TEXT NOT NULL, 
	full_name TEXT NOT NULL, 
	initials TEXT NOT NULL, 
	avatar_url TEXT, 
	email TEXT, 
	extra JSON NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (username)
);
INSERT INTO "member" VALUES('6b015d90000009abec000001','you','You','Y',NULL,NULL,'{}');
CREATE TABLE membership (
	id TEXT NOT NULL, 
	id_board TEXT NOT NULL, 
	id_member TEXT NOT NULL, 
	member_type TEXT NOT NULL, 
	unconfirmed BOOLEAN NOT NULL, 
	deactivated BOOLEAN NOT NULL, 
	starred BOOLEAN NOT NULL, 
	subscribed BOOLEAN NOT NULL, 
	date_last_view TEXT, 
	extra JSON NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (id_board, id_member), 
	FOREIGN KEY(id_board) REFERENCES board (id) ON DELETE CASCADE, 
	FOREIGN KEY(id_member) REFERENCES member (id) ON DELETE CASCADE
);
INSERT INTO "membership" VALUES('6b015d90000009abec000004','6b015d90000009abec000003','6b015d90000009abec000001','admin',0,0,0,0,NULL,'{}');
CREATE TABLE meta (
	name TEXT NOT NULL, 
	value JSON, 
	PRIMARY KEY (name)
);
INSERT INTO "meta" VALUES('schema',1);
INSERT INTO "meta" VALUES('owner','"6b015d90000009abec000001"');
CREATE TABLE organization (
	id TEXT NOT NULL, 
	name TEXT NOT NULL, 
	display_name TEXT NOT NULL, 
	"desc" TEXT NOT NULL, 
	extra JSON NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (name)
);
INSERT INTO "organization" VALUES('6b015d90000009abec000002','workspace','Workspace','','{}');
CREATE TABLE token (
	id TEXT NOT NULL, 
	hash TEXT NOT NULL, 
	app_key TEXT NOT NULL, 
	id_member TEXT NOT NULL, 
	identifier TEXT NOT NULL, 
	scope TEXT NOT NULL, 
	date_created TEXT NOT NULL, 
	date_expires TEXT, 
	PRIMARY KEY (id), 
	UNIQUE (hash), 
	FOREIGN KEY(id_member) REFERENCES member (id) ON DELETE CASCADE
);
CREATE INDEX directory_company_by_abn ON directory_company (abn);
CREATE INDEX directory_company_by_size ON directory_company (size_low);
CREATE INDEX directory_company_by_name ON directory_company (folded);
CREATE INDEX token_of_member ON token (id_member);
CREATE INDEX token_of_key ON token (app_key);
CREATE INDEX idempotency_by_date ON idempotency (date);
CREATE INDEX directory_person_by_email ON directory_person (email);
CREATE INDEX directory_person_by_state ON directory_person (state, rank);
CREATE INDEX directory_person_by_rank ON directory_person (rank);
CREATE INDEX directory_person_by_personal_email ON directory_person (personal_email);
CREATE INDEX directory_person_of_company ON directory_person (company_id, rank);
CREATE INDEX directory_person_by_facets ON directory_person (seniority, department, state, rank);
CREATE INDEX directory_person_by_department ON directory_person (department, state, rank);
CREATE INDEX enrich_key_of_account ON enrich_key (account_id, created);
CREATE INDEX enrich_charge_of_account ON enrich_charge (account_id, date);
CREATE INDEX enrich_answer_by_date ON enrich_answer (date);
CREATE INDEX membership_by_member ON membership (id_member);
CREATE INDEX list_in_order ON list (id_board, pos, id);
CREATE INDEX label_of_board ON label (id_board, id);
CREATE INDEX action_of_board ON action (id_board, id);
CREATE INDEX action_of_list ON action (id_list, id);
CREATE INDEX action_of_card ON action (id_card, type, id);
CREATE INDEX action_of_creator ON action (id_member_creator, id);
CREATE INDEX card_in_order ON card (id_list, pos, id);
CREATE INDEX card_of_board ON card (id_board, id);
CREATE INDEX card_by_number ON card (id_board, id_short);
CREATE INDEX card_of_list ON card (id_list, id);
CREATE INDEX card_label_by_label ON card_label (id_label);
CREATE INDEX card_member_by_member ON card_member (id_member);
CREATE INDEX checklist_of_board ON checklist (id_board);
CREATE INDEX checklist_in_order ON checklist (id_card, pos, id);
CREATE INDEX attachment_in_order ON attachment (id_card, pos, id);
CREATE INDEX check_item_in_order ON check_item (id_checklist, pos, id);
COMMIT;
