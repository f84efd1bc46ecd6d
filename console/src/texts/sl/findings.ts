/** What the health page finds, by the English sentence of the service. A sentence that is not here is shown in English. */
export const findings: Readonly<Record<string, string>> = {
  'A message or event of that time may still be waiting; otherwise see the log of housekeeping':
    'Morda še čaka sporočilo ali dogodek iz tistega časa; sicer razlog pove dnevnik vzdrževanja',
  'Add a route, or disable it': 'Dodajte pot ali ga izklopite',
  'All endpoints of the last day respond': 'Vse v zadnjem dnevu odgovarjajo',
  'All receipts of the last hour match a message': 'Vsa potrdila zadnje ure pripadajo sporočilom',
  'Allow only ranges that customers may reach (HERMOD_WEBHOOK_ALLOW)':
    'Dovolite le svoje naslovne obsege, ki jih stranke smejo doseči (HERMOD_WEBHOOK_ALLOW)',
  'Back the data directory up, or set DATABASE_URL to a server with replicas':
    'Varnostno kopirajte podatkovno mapo ali nastavite DATABASE_URL na strežnik z replikami',
  'Carrier {0}': 'Operater {0}',
  Carriers: 'Operaterji',
  Certificate: 'Potrdilo TLS',
  'Check HERMOD_IMAP_URL: host, user, password and folder, and that its server keeps flags':
    'Preverite HERMOD_IMAP_URL: gostitelja, uporabnika, geslo in mapo, in ali strežnik ohranja oznake',
  'Check HERMOD_MAIL_RELAY_URL: host, password, and whether it takes mails from HERMOD_EMAIL_ADDRESS':
    'Preverite HERMOD_MAIL_RELAY_URL: gostitelja, geslo in ali sprejema pošto z naslova HERMOD_EMAIL_ADDRESS',
  'Check the clock of this machine, or the certificate': 'Preverite uro tega stroja ali potrdilo',
  Clock: 'Ura',
  Connections: 'Povezave',
  Counted: 'Prešteta',
  'Customers use the PostgreSQL in the data directory, on this machine only':
    'Podatki strank so v PostgreSQL v podatkovni mapi, samo na tem stroju',
  'Webhooks of customers can reach anything inside your network: {0}':
    'Stranke lahko pošiljajo zahteve kamor koli v vašem omrežju: {0}',
  'Webhooks of customers can reach {0}, and customers can read the responses':
    'Stranke lahko pošiljajo zahteve na {0} in berejo odgovore',
  'Data is {0} days old, although only {1} are kept':
    'Najstarejši podatki so stari {0} dni, čeprav se hranijo le {1} dni',
  Database: 'Podatkovna baza',
  'Delete its routes, or disable it': 'Izbrišite poti do njega ali ga izklopite',
  Demo: 'Demo',
  Disk: 'Disk',
  'E-mail': 'E-pošta',
  'Embedded database': 'Vgrajena podatkovna baza',
  Encryption: 'Šifriranje',
  'Events are {0} late to endpoints that answer': 'Dogodki za naslove, ki odgovarjajo, zamujajo {0}',
  'Every message goes to the simulator: no phone receives it':
    'Vsa sporočila gredo v simulator: noben telefon ne dobi ničesar',
  'Everything has been paused for {0}: no message is sent': 'Vse je zaustavljeno že {0}: nobeno sporočilo ne gre ven',
  'Find what keeps autovacuum from working: a transaction or replication slot that stays open':
    'Poiščite, kaj ovira autovacuum: odprto transakcijo ali replikacijsko režo',
  'Fine during an update; otherwise restart the old ones': 'Med posodobitvijo je to v redu; sicer znova zaženite stare',
  'Fine during an update; then update this one': 'Med posodobitvijo je to v redu; nato posodobite še tega',
  'From HERMOD_ADMIN_TOKEN': 'Iz HERMOD_ADMIN_TOKEN',
  'Generated, in a file that only its user can read': 'Ustvarjen, v datoteki, ki jo bere le njen uporabnik',
  'HERMOD_DEMO=true: the demo account can be used from other machines by everyone who has its key':
    'HERMOD_DEMO=true: demo račun lahko z drugih strojev uporablja vsak, ki ima njegov ključ',
  'HTTP without TLS on {0}: keys and texts can be intercepted':
    'HTTP brez TLS na {0}: ključem in besedilom je mogoče prisluškovati',
  'Too few codes were confirmed, so no codes are sent in {0}: {1}':
    'Skoraj nobena koda ni bila potrjena, zato se trenutno ne pošiljajo. Število mest: {0} ({1})',
  'If this is not an attack, check whether codes arrive, then run hermod verify lift; hermod verify blocks lists them':
    'Če ne gre za napad, preverite, ali kode prispejo, nato hermod verify lift; seznam: hermod verify blocks',
  'It cannot be queried ({0})': 'Ni dosegljiva ({0})',
  'It throttles, and gets fewer or no messages for now; {0} wait':
    'Omejuje hitrost, zato se mu trenutno pošilja manj ali nič; čakajočih sporočil: {0}',
  'The check failed ({0})': 'Ni bilo mogoče preveriti ({0})',
  'It expired on {0}: clients reject it': 'Poteklo je {0}: odjemalci ga zavračajo',
  'It is not connected: {0}; {1} wait': 'Ni povezan: {0}; čakajočih sporočil: {1}',
  'It is not connected; {0} wait': 'Ni povezan; čakajočih sporočil: {0}',
  'It is not valid before {0}': 'Velja šele od {0}',
  'It is read': 'Se bere',
  'It is disabled, so {0} to it have no effect': 'Izklopljen je; poti do njega, ki ne veljajo: {0}',
  'It is enabled, but has no route': 'Vklopljen je, vendar nobena pot ne vodi do njega',
  'It is valid until {0}, for {1} more': 'Velja do {0}; preostalih dni: {1}',
  'It rejects every message: {0}; {1} wait': 'Zavrača vsa sporočila: {0}; čakajočih sporočil: {1}',
  'It rejects every message; {0} wait': 'Zavrača vsa sporočila; čakajočih sporočil: {0}',
  'It accepts all e-mails': 'Sprejema vso pošto',
  'Last counted {0} ago': 'Zadnjič prešteta pred {0}',
  'Synchronize both machines with a time server (chrony, systemd-timesyncd)':
    'Oba stroja naj sledita časovnemu strežniku (chrony, systemd-timesyncd)',
  'To resume: hermod resume account <account>': 'Nadaljujte: hermod resume account <account>',
  'To resume: hermod resume all': 'Nadaljujte: hermod resume all',
  'To resume: hermod resume carrier <carrier>': 'Nadaljujte: hermod resume carrier <carrier>',
  'Look for "housekeeping has failed" in the log: without them no message is accepted next week':
    'V dnevniku poiščite »housekeeping has failed«: brez njih se takrat nič ne sprejme',
  'Look for "mailbox" in the log': 'V dnevniku poiščite »mailbox«',
  'Check whether PostgreSQL runs, and its log; no message is accepted until it is back':
    'Preverite, ali PostgreSQL teče, in njegov dnevnik; dokler ga ni, se nič ne sprejme',
  'Lost processes': 'Izgubljeni procesi',
  'Mail relay': 'Posredovalni poštni strežnik',
  Mailbox: 'Poštni predal',
  'Free disk space soon, or keep less data (HERMOD_RETENTION_DAYS)':
    'Pravočasno naredite prostor ali hranite manj (HERMOD_RETENTION_DAYS)',
  'Free disk space, or move HERMOD_DATA_DIR: PostgreSQL stops when the disk is full':
    'Naredite prostor ali premaknite HERMOD_DATA_DIR: brez prostora se PostgreSQL ustavi',
  'Messages are kept for {0} days': 'Število dni hranjenja sporočil: {0}',
  'More processes or faster endpoints are needed; see hermod_webhooks_held':
    'Potrebnih je več procesov ali hitrejši naslovi; glejte hermod_webhooks_held',
  'No carrier is configured: no message is accepted': 'Nastavljen ni noben operater: nobeno sporočilo se ne sprejme',
  'No enabled carrier has a route: no message can be sent':
    'Noben vklopljen operater nima poti: ničesar ni mogoče poslati',
  'No event is late': 'Noben dogodek ne zamuja',
  'No process reads it': 'Ne bere ga noben proces',
  'No schema of the search_path can be used by the role': 'Vloga ne more uporabiti nobene sheme iz search_path',
  'None is set, and none was needed in the last day': 'Ni nastavljen in v zadnjem dnevu ni bil potreben',
  'No message has waited for long': 'Nobeno ne čaka dolgo',
  'Skipped: earlier checks took too long': 'Ni preverjeno: prejšnja preverjanja so trajala predolgo',
  'Nothing can be written: {0}': 'Ničesar ni mogoče zapisati: {0}',
  'Nothing is paused': 'Nič ni zaustavljeno',
  'Only {0} MiB are free in {1}': 'V {1} je prostih le {0} MiB',
  'Operator token': 'Žeton upravljavca',
  'Other processes took over their work; look for out-of-memory kills and crashes in the logs of that time':
    'Njihovo delo so prevzeli drugi; v dnevnikih tistega časa poiščite pomanjkanje pomnilnika in sesutja',
  Partitions: 'Particije',
  'Paused accounts, their messages wait: {0}': 'Zaustavljeni računi, njihova sporočila čakajo: {0}',
  'Paused carriers, messages for them wait: {0}': 'Zaustavljeni operaterji, sporočila zanje čakajo: {0}',
  Pauses: 'Zaustavitve',
  'PostgreSQL {0}, durable, {1}': 'PostgreSQL {0}, trajen zapis, {1}',
  'Process and database differ by {0} s': 'Uri procesa in baze se razlikujeta za {0} s',
  Processes: 'Procesi',
  'Versions {0} run at the same time': 'Hkrati tečejo procesi različic {0}',
  'Put a new one in place (HERMOD_TLS_CERT, HERMOD_TLS_KEY), and run hermod reload':
    'Namestite novo (HERMOD_TLS_CERT, HERMOD_TLS_KEY) in zaženite hermod reload',
  'Put it back': 'Vrnite datoteko na njeno mesto',
  Queues: 'Čakalne vrste',
  'Raise max_connections of PostgreSQL, lower HERMOD_DATABASE_CONNECTIONS, or run fewer processes':
    'Povečajte max_connections v PostgreSQL, zmanjšajte HERMOD_DATABASE_CONNECTIONS ali zaženite manj procesov',
  'Raise max_connections of PostgreSQL, or run fewer processes':
    'Povečajte max_connections v PostgreSQL ali zaženite manj procesov',
  Receipts: 'Potrdila o dostavi',
  'Remove the cause; until then no message is accepted, and the service recovers by itself':
    'Odpravite vzrok; do takrat se nič ne sprejme, nato storitev nadaljuje sama',
  Retention: 'Hranjenje',
  Rights: 'Pravice',
  'Routes lead to the simulator and to real carriers: messages may be reported as delivered although no phone received them':
    'Poleg pravih operaterjev vodijo poti tudi v simulator: kot dostavljena so lahko javljena sporočila, ki jih ni dobil noben telefon',
  'Run CREATE SCHEMA {0} AUTHORIZATION {1}, or GRANT USAGE, CREATE ON SCHEMA public TO {2}':
    'Izvedite CREATE SCHEMA {0} AUTHORIZATION {1} ali GRANT USAGE, CREATE ON SCHEMA public TO {2}',
  'Run GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA {0} TO {1}':
    'Izvedite GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA {0} TO {1}',
  'Run GRANT USAGE ON ALL SEQUENCES IN SCHEMA {0} TO {1}': 'Izvedite GRANT USAGE ON ALL SEQUENCES IN SCHEMA {0} TO {1}',
  'Run GRANT USAGE ON SCHEMA {0} TO {1}': 'Izvedite GRANT USAGE ON SCHEMA {0} TO {1}',
  'Run chmod 600 on it, and make a new one if others had access':
    'Zaženite chmod 600 in ustvarite novega, če so imeli drugi dostop',
  'Run hermod migrate as the role that owns the tables, every day':
    'Vsak dan zaženite hermod migrate z vlogo, ki je lastnica tabel',
  'Run hermod migrate, or start one process of this version': 'Zaženite hermod migrate ali en proces te različice',
  'Run {0}': 'Izvedite {0}',
  'Run {0}, or hermod migrate as the role that is to own them':
    'Izvedite {0} ali hermod migrate z vlogo, ki naj bo njihova lastnica',
  Schema: 'Shema',
  'See hermod carriers receipts; a wrong ids parameter of a carrier, or a status that is not known, is the usual reason':
    'Glejte hermod carriers receipts; običajni razlog je napačen parameter ids operaterja ali neznano stanje',
  'See which carrier it waits for: one that is down, throttled, or slower than the incoming traffic':
    'Preverite, na katerega operaterja čaka: nedosegljivega, omejenega ali počasnejšega od prihajajočih sporočil',
  'Set HERMOD_ADMIN_TOKEN to let programs operate the service':
    'Nastavite HERMOD_ADMIN_TOKEN, če naj storitev upravljajo programi',
  'Set HERMOD_CARRIER_URL (simulator: delivers to no phone), or add a carrier and a route':
    'Nastavite HERMOD_CARRIER_URL (simulator: ne dostavi na noben telefon) ali dodajte operaterja in pot',
  'Set HERMOD_CARRIER_URL, or add a carrier and routes, to send for real':
    'Za pravo pošiljanje nastavite HERMOD_CARRIER_URL ali dodajte operaterja in poti',
  'Set HERMOD_DEMO=false, and suspend the demo account': 'Nastavite HERMOD_DEMO=false in zamrznite demo račun',
  'Set HERMOD_MAIL_RELAY_URL; hermod mails list shows them':
    'Nastavite HERMOD_MAIL_RELAY_URL; seznam: hermod mails list',
  'Set HERMOD_TLS_CERT and HERMOD_TLS_KEY, or put a proxy in front (HERMOD_TRUSTED_PROXIES)':
    'Nastavite HERMOD_TLS_CERT in HERMOD_TLS_KEY ali pred storitev postavite posrednika (HERMOD_TRUSTED_PROXIES)',
  'Set it with hermod carriers change; docs/guides/http-carriers.md lists how each provider signs':
    'Nastavite jo s hermod carriers change; docs/guides/http-carriers.md pove, s čim podpisuje posamezni ponudnik',
  'Set rate in its address to what the carrier allows': 'V naslovu operaterja nastavite rate na dovoljeno hitrost',
  Settings: 'Nastavitve',
  Simulator: 'Simulator',
  'This may be an attack; the limits of reading an e-mail are in docs/limits.md':
    'Morda gre za napad; omejitve branja e-pošte so v docs/limits.md',
  'Start the newer version': 'Zaženite novejšo različico',
  Statistics: 'Statistika',
  'Enable it, or delete its routes': 'Vklopite ga ali izbrišite poti do njega',
  'Inform the customers; failed webhooks can be replayed once the endpoints respond':
    'Obvestite stranke; neuspelo je mogoče poslati znova, ko bodo spet dosegljive',
  'Test it (hermod carriers test), and ask the carrier':
    'Preizkusite ga (hermod carriers test) in vprašajte operaterja',
  'The database is busy; try again': 'Podatkovna baza je zasedena; poskusite znova',
  'The file admin-token can be read by other users of this machine':
    'Datoteko admin-token lahko berejo drugi uporabniki tega stroja',
  'See the log of the service': 'Več morda pove dnevnik storitve',
  'The oldest has been waiting for {0}': 'Najstarejše čaka že {0}',
  'The role creates and drops partitions itself': 'Vloga sama ustvarja in odstranjuje particije',
  'The role may make the tables in the schema {0}': 'Vloga lahko ustvari tabele v shemi {0}',
  'The role may not make partitions, and {0} are missing': 'Vloga ne sme ustvarjati particij; manjkajo {0}',
  'The role may not take numbers from {0}': 'Vloga nima pravice do zaporedij {0}',
  'The role may not use the schema {0}, which the tables are in':
    'Vloga ne sme uporabljati sheme {0}, v kateri so tabele',
  'The role may not write to {0}': 'Vloga ne sme pisati v {0}',
  'The role owns the tables and may not make partitions in their schema':
    'Vloga je lastnica tabel, vendar v njihovi shemi ne sme ustvarjati particij',
  'The role only reads and writes; hermod migrate creates partitions':
    'Vloga samo piše; particije ustvarja hermod migrate',
  'The service may be too busy; otherwise see the log':
    'Storitev je morda preobremenjena ali pa dnevnik pove, kaj ne uspe',
  'The tables do not exist yet, and the role may not create them in the schema {0}':
    'Tabel še ni, vloga pa jih v shemi {0} ne sme ustvariti',
  'Not set: only named operators can sign in': 'Ni nastavljen: dostop imajo le upravljavci z imenom',
  'Their work is taken over after 30 s of silence; see their logs':
    'Po 30 s veljajo za izgubljene; preglejte njihove dnevnike',
  'Unreadable e-mails': 'Neberljiva e-pošta',
  'Up to date': 'Posodobljena',
  Vacuum: 'Vacuum',
  Verification: 'Preverjanje številk',
  'No destination is blocked': 'Kode za preverjanje se pošiljajo povsod',
  Versions: 'Različice',
  'Waiting messages': 'Čakajoča sporočila',
  'Webhook backlog': 'Zaostanek webhookov',
  'Webhook endpoints': 'Naslovi webhookov',
  'Webhook targets': 'Cilji webhookov',
  Webhooks: 'Webhooki',
  Writing: 'Zapisovanje',
  '{0} GiB are free in {1}': 'V {1} je prostih {0} GiB',
  '{0} cannot be read ({1})': '{0} ni mogoče brati ({1})',
  '{0} cannot be used by this version': 'Ta različica ne more uporabljati: {0}',
  '{0} ended unexpectedly in the last 24 h ({1}), the last one {2} ago':
    'Procesi, ki so se v zadnjih 24 h nenadoma končali: {0} ({1}), zadnji pred {2}',
  '{0} paused after repeated failures: {1}': 'Naslovi, ki so po ponavljajočih se napakah začasno ustavljeni: {0} ({1})',
  '{0} in use, all connected': 'V uporabi: {0}, vsi povezani',
  '{0} made by a newer version': 'Naredila jih je novejša različica: {0}',
  '{0} missing for next week': 'Za naslednji teden manjkajo: {0}',
  '{0} not applied': 'Neizvedene migracije: {0}',
  '{0} of the last day could not be sent: no relay is configured':
    'E-sporočila zadnjega dne, ki jih brez posredovalnega strežnika ni bilo mogoče poslati: {0}',
  '{0} of the last day took too much time or memory to be read':
    'E-sporočila zadnjega dne, katerih branje je zahtevalo preveč časa ali pomnilnika: {0}',
  '{0} of {1} connections in use': 'V uporabi je {0} od {1} povezav',
  '{0} of {1} connections in use, and up to {2} are needed under load':
    'V uporabi je {0} od {1} povezav, ob obremenitvi jih je potrebnih do {2}',
  '{0} of {1} connections in use, {2} at most': 'V uporabi je {0} od {1} povezav, največ {2}',
  '{0} of {1} have sent no heartbeat for {2} s': '{0} od {1} se ne javlja že {2} s',
  '{0} or callbacks of the last hour match no message':
    'Potrdila ali povratni klici zadnje ure brez ustreznega sporočila: {0}',
  '{0} running, version {1}': 'Število: {0}, različica {1}',
  '{0} transactions are not frozen; PostgreSQL stops at 2 000 000 000':
    'Nezamrznjenih transakcij: {0}; PostgreSQL se ustavi pri 2 000 000 000',
  '{0} wait for a retry, {1} of the last day failed for good':
    'Na ponovni poskus čaka {0}, v zadnjem dnevu opuščenih: {1}',
  '{0} wait for a retry, {1} of the last day failed for good: {2}':
    'Na ponovni poskus čaka {0}, v zadnjem dnevu opuščenih: {1}; zadnja napaka: {2}',
  '{0} with retries, none paused': 'Naslovi s ponovnimi poskusi: {0}, noben ni opuščen',
};
