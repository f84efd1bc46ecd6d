const unmarked: Record<string, string> = { ł: 'l', đ: 'd', ø: 'o', ı: 'i', æ: 'ae', ß: 'ss', ð: 'd' };

/** A text for comparison: lower case, without accents and invisible characters, with single blanks. */
export function foldedLine(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase()
    .replaceAll(/[łđøıæßð]/g, (letter) => unmarked[letter]!)
    .replaceAll(/[’‘`]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** What mail programs write above the quoted or forwarded mail, in their languages. Words are compared after `folded`. */
const table = {
  /** Labels of the lines in the header block above an older mail. */
  from: `From|Von|De|Da|Van|Od|Från|Fra|Lähettäjä|Feladó|Expéditeur|Mittente|Remitente|Remetente|Afzender|Absender
    Pošiljatelj|Pošiljalac|Šalje|Nadawca|Odesílatel|Odosielateľ|Avsändare|Avsender|Afsender|Kimden|Gönderen|De la
    Saatja|Nuo|От|От кого|Від|Від кого|Од|Από|发件人|寄件者|寄件人|差出人|送信者|보낸 사람|보낸사람|מאת|من|Từ|Dari|จาก`,
  date: `Sent|Date|Gesendet|Datum|Envoyé|Envoyé le|Inviato|Data|Data invio|Enviado|Enviado el|Enviado em|Enviada
    Enviada em|Enviada el|Fecha|Verzonden|Poslano|Poslato|Datum slanja|Wysłano|Wysłane|Data wysłania|Odesláno|Odoslané
    Küldve|Elküldve|Küldés dátuma|Skickat|Sendt|Dato|Lähetetty|Päivämäärä|Päiväys|Pvm|Sent on|Sent at|Отправлено|Дата
    Надіслано|Изпратено|Послато|Датум|Στάλθηκε|Ημερομηνία|Gönderme Tarihi|Gönderildi|Tarih|Trimis|Saadetud|Kuupäev
    Išsiųsta|Nosūtīts|Datums|发送时间|日期|寄件日期|送信日時|日付|日時|날짜|보낸 날짜|נשלח|תאריך|التاريخ|Ngày|Tanggal|วันที่`,
  to: `To|An|À|Destinataire|Destinatario|Para|Aan|Za|Prima|Primatelj|Prejemnik|Do|Komu|Adresat|Címzett|Till|Til
    Vastaanottaja|Кому|До|За|Προς|Kime|Alıcı|Către|Kam|Kellele|Saaja|收件人|收件者|宛先|받는 사람|받는사람|אל|إلى|Đến|Kepada|ถึง`,
  cc: `Cc|Kopie|Copie|Copie à|Copia|Kopija|Kopi|Kopia|DW|Másolat|Másolatot kap|Kopio|Копия|Копія|Копија|Bilgi|抄送|副本|참조`,
  subject: `Subject|Betreff|Objet|Oggetto|Asunto|Assunto|Onderwerp|Zadeva|Predmet|Naslov|Temat|Tárgy|Ämne|Emne|Aihe
    Efni|Тема|Наслов|Предмет|Относно|Θέμα|Konu|Subiect|Tēma|Teema|主题|主題|主旨|件名|제목|נושא|الموضوع|Chủ đề|Perihal|Subjek
    เรื่อง`,
  /** Between dashes, above the older mail of a reply or forward, or above the copy of a bounced mail. */
  originalMessage: `Original Message|Original Mail|Original E-Mail|Original Email|Original|Reply message
    Original Appointment|Ursprüngliche Nachricht|Originalnachricht|Original-Nachricht|Ursprüngliche Mail
    Ursprüngliche E-Mail|Message d'origine|Message original|Message initial|Messaggio originale|Mensaje original
    Mensagem original|Oorspronkelijk bericht|Origineel bericht|Oorspronkelijke bericht|Izvirno sporočilo
    Prvotno sporočilo|Originalno sporočilo|Originalna poruka|Izvorna poruka|Prvobitna poruka|Оригинална порука
    Oryginalna wiadomość|Wiadomość oryginalna|Wiadomość pierwotna|Původní zpráva|Původní e-mail|Pôvodná správa
    Eredeti üzenet|Eredeti levél|Ursprungligt meddelande|Originalmeddelande|Oprindelig meddelelse|Oprindelig besked
    Original meddelelse|Original besked|Opprinnelig melding|Original melding|Alkuperäinen viesti|Upprunaleg skilaboð
    Mesaj original|Mesajul original|Исходное сообщение|Оригинальное сообщение|Первоначальное сообщение
    Вихідне повідомлення|Оригінальне повідомлення|Оригинално съобщение|Αρχικό μήνυμα|Orijinal mesaj|Özgün ileti
    Algne kiri|Algkiri|Originalus laiškas|Pirminis laiškas|Sākotnējā vēstule|原始邮件|原始郵件|原邮件|元のメッセージ|원본 메시지|원본 메일
    ההודעה המקורית|הודעה מקורית|الرسالة الأصلية|Thư gốc|Pesan Asli|Below this line is a copy of the message
    This is a copy of the message|This is a copy of your message`,
  /** Between dashes, or followed by a colon, above a forwarded mail. */
  forwardedMessage: `Forwarded message|Forwarded Mail|Begin forwarded message|Start of forwarded message
    Weitergeleitete Nachricht|Weitergeleitete Mail|Anfang der weitergeleiteten Nachricht
    Beginn der weitergeleiteten Nachricht|Message transféré|Message transmis|Message réexpédié
    Début du message réexpédié|Début du message transféré|Messaggio inoltrato|Inizio messaggio inoltrato
    Inizio del messaggio inoltrato|Mensaje reenviado|Inicio del mensaje reenviado|Comienzo del mensaje reenviado
    Mensagem encaminhada|Mensagem reencaminhada|Início da mensagem encaminhada|Início da mensagem reencaminhada
    Doorgestuurd bericht|Begin doorgestuurd bericht|Begin van doorgestuurd bericht|Posredovano sporočilo
    Začetek posredovanega sporočila|Proslijeđena poruka|Proslijeđeno|Prosleđena poruka|Прослеђена порука
    Početak proslijeđene poruke|Početak prosleđene poruke|Započni proslijeđenu poruku|Wiadomość przekazana dalej
    Wiadomość przekazana|Przekazana wiadomość|Przesłana wiadomość|Treść przekazanej wiadomości
    Początek przekazywanej wiadomości|Początek wiadomości przekazanej dalej|Początek przesyłanej dalej wiadomości
    Přeposlaná zpráva|Začátek přeposlané zprávy|Začátek přeposílané zprávy|Preposlaná správa
    Začiatok preposlanej správy|Továbbított üzenet|Továbbított levél|Továbbított levél kezdete
    Továbbított üzenet kezdete|Vidarebefordrat meddelande|Vidarebefordrat brev|Vidarebefordrat mejl
    Vidarebefordrat mail|Börja vidarebefordrat meddelande|Videresendt besked|Videresendt meddelelse|Videresendt mail
    Start på videresendt besked|Begynd videresendt besked|Videresendt melding|Videresendt e-post
    Start på videresendt melding|Begynnelse på videresendt melding|Välitetty viesti|Edelleenlähetetty viesti
    Välitetty viesti alkaa|Edelleen lähetetty viesti|Alku välitetylle viestille|Áframsent bréf|Mesaj redirecționat
    Mesaj transmis|Mesaj retrimis|Început mesaj redirecționat|Пересылаемое сообщение|Перенаправленное сообщение
    Пересланное сообщение|Начало переадресованного сообщения|Переслане повідомлення|Пересланий лист
    Препратено съобщение|Προωθημένο μήνυμα|İletilen mesaj|Yönlendirilmiş mesaj|İletilmiş ileti|Edastatud kiri
    Persiųstas laiškas|Pārsūtīta vēstule|转发的邮件|转发邮件|转发的消息|轉寄的郵件|轉寄郵件|転送メッセージ|転送されたメッセージ|전달된 메시지|הודעה שהועברה
    رسالة معاد توجيهها|Thư được chuyển tiếp|Pesan terusan`,
  forwardedBy: `Forwarded by|Weitergeleitet von|Transféré par|Inoltrato da|Reenviado por|Encaminhado por
    Doorgestuurd door|Posredoval`,
  /** The end of the line that names the author of the older mail: "On … Alice wrote:". */
  wroteAtEnd: `wrote|writes|has written|wrote the following|schrieb|schreibt|geschrieben|écrit|a écrit ceci|ha scritto
    scrive|escribió|ha escrito|escribe|escreveu|escreve|schreef|schreef het volgende|geschreven|napisal|napisala
    napisao|napisala je|napisao je|je pisao|pisze|napsal|napsala|írta|írta a következőt|skrev|skrev følgende
    skrev följande|skrifaði|kirjoitti|kirjoitti seuraavasti|kirjutas|a scris|пишет|написал|написала|писал|писала|пише
    написав|писав|написа|напиша|написао|έγραψε|yazdı|rašė|parašė|rakstīja|shkroi|va escriure|đã viết|menulis|写道|寫道|のメール
    さんは書きました|作成|작성|כתב|כתבה|כתב/ה|كتب|เขียนว่า`,
  /** Verbs that are followed by the author or the date: "Am … schrieb Alice:". */
  wroteInside: `schrieb|schreef|skrev|írta`,
  /** First words of a line that names the author of the older mail. */
  wroteOpeners: `On|Am|Le|Il|El|Em|A|Op|V|Dne|Dana|Dňa|Den|W|Dnia|U|På|La|În|В|У|Στις|Tarihinde`,
  /** Before the colon in the subject of a forwarded mail. */
  forwardPrefixes: `Fwd|Fw|Fwded|Forward|Forwarded|WG|Weitergeleitet|TR|Transf|Transféré|I|Inoltra|Inoltrato|RV|Reenv
    Reenviado|ENC|Encaminhado|VS|VB|VL|Doorst|Doorgestuurd|PD|Przekaz|Posr|Posredovano|Prosl|Proslijeđeno|Prosleđeno
    Přeposláno|Preposlané|Továbbítás|Tov|FS|İLT|TRS|YML|ΠΡΘ|Redirecționat|Пересл|Пересланное|转发|轉寄|轉發|転送|전달|הועבר
    إعادة توجيه`,
};

const words = (name: keyof typeof table) => table[name].split(/[|\n]/).map(foldedLine);
const wordSet = (name: keyof typeof table): ReadonlySet<string> => new Set(words(name));

const headerKindNames = ['from', 'date', 'to', 'cc', 'subject'] as const;
export type HeaderKind = (typeof headerKindNames)[number];
export const headerKinds: ReadonlyMap<string, HeaderKind> = new Map(
  headerKindNames.flatMap((kind) => words(kind).map((name): [string, HeaderKind] => [name, kind])),
);
export const originalMessage = wordSet('originalMessage');
export const forwardedMessage = wordSet('forwardedMessage');
export const forwardedBy = words('forwardedBy');
export const wroteOpeners = wordSet('wroteOpeners');
export const forwardPrefixes = wordSet('forwardPrefixes');
export const wroteInside = words('wroteInside');
export const wroteAtEnd = Map.groupBy(words('wroteAtEnd'), (word) => word.at(-1)!);
