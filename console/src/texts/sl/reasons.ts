/** Reasons in plain words, by the English sentence of the service. A sentence that is not here is one of the operator's own. */
export const reasons: Readonly<Record<string, string>> = {
  'A problem between this service and its carrier.': 'Težava med to storitvijo in njenim operaterjem.',
  'A process of this service ended while it sent the message.':
    'Proces te storitve se je končal, medtem ko je pošiljal sporočilo.',
  'Add a route to a carrier that takes such numbers, then send it again.':
    'Dodajte pot do operaterja, ki sprejema take številke, in sporočilo pošljite znova.',
  'An operator cancelled the message.': 'Sporočilo je preklical upravljavec.',
  'Ask the carrier for its reason.': 'Operaterja vprašajte za razlog.',
  'Ask the carrier why, and route messages over another carrier meanwhile.':
    'Operaterja vprašajte, zakaj, sporočila pa medtem usmerite prek drugega operaterja.',
  'Ask the operator, or send it again.': 'Vprašajte upravljavca ali pošljite znova.',
  'Ask the recipient before you send it again.': 'Preden pošljete znova, vprašajte prejemnika.',
  'Ask the recipient before you send it again. If this happens often, ask the carrier about its receipts.':
    'Preden pošljete znova, vprašajte prejemnika. Če se to ponavlja, operaterja vprašajte o potrdilih.',
  'Assign a price list with the country.': 'Dodelite cenik s to državo.',
  'Change the text: fewer links, no shortened links, name the company. Ask the operator to have the sender approved.':
    'Spremenite besedilo: manj povezav, brez skrajšanih povezav, z imenom podjetja. Upravljavca prosite, naj uredi odobritev pošiljatelja.',
  'Check its coverage, SIM card, credit and permissions.':
    'Preverite njegov signal, kartico SIM, dobroimetje in dovoljenja.',
  'Check the address and the parameters of the carrier.': 'Preverite naslov in parametre operaterja.',
  'Check the number and its country code.': 'Preverite številko in klicno kodo države.',
  'Check the number.': 'Preverite številko.',
  'Check user and password of the carrier.': 'Preverite uporabnika in geslo operaterja.',
  'Check whether the earlier message arrived. Otherwise change the text and send it again.':
    'Preverite, ali je prejšnje sporočilo prispelo. Sicer spremenite besedilo in pošljite znova.',
  'Confirm the sender again, or use another one.': 'Pošiljatelja znova potrdite ali uporabite drugega.',
  'Enable the country at the carrier, or route it over another carrier.':
    'Državo omogočite pri operaterju ali jo usmerite prek drugega operaterja.',
  'It may be a landline. Use a mobile number.': 'Morda je stacionarna. Uporabite mobilno številko.',
  'Look the code up in the documentation of the carrier, and set its text at the carrier.':
    'Kodo poiščite v dokumentaciji operaterja in njeno besedilo vnesite pri operaterju.',
  'No SMPP bind takes receipts. The receipt is sent after the next bind.':
    'Nobena povezava SMPP ne sprejema potrdil. Potrdilo bo poslano po naslednji povezavi.',
  'No delivery receipt arrived in time.': 'Potrdila o dostavi ni bilo pravočasno.',
  'No encrypted connection could be agreed on. Check TLS and the port.':
    'Šifrirane povezave ni bilo mogoče vzpostaviti. Preverite TLS in vrata.',
  'No program accepts connections at this address and port. Check whether it runs.':
    'Na tem naslovu in vratih noben program ne sprejema povezav. Preverite, ali teče.',
  'No route leads to this number.': 'Do te številke ne vodi nobena pot.',
  'Reactivate it.': 'Znova ga aktivirajte.',
  'Register the sender with the carrier, or use another one.':
    'Pošiljatelja prijavite pri operaterju ali uporabite drugega.',
  'Remove unusual characters, then send it again.': 'Odstranite nenavadne znake in pošljite znova.',
  'Route such numbers over another carrier, or ask the carrier to open the network.':
    'Take številke usmerite prek drugega operaterja ali operaterja prosite, naj odpre omrežje.',
  'Send no more messages to this number until the recipient opts in again.':
    'Na to številko ne pošiljajte, dokler se prejemnik znova ne prijavi.',
  'Send the message again later.': 'Sporočilo pošljite znova pozneje.',
  'Send the message again.': 'Sporočilo pošljite znova.',
  'Send to an ordinary number to have it delivered.': 'Za dostavo pošljite na navadno številko.',
  'Shorten the text.': 'Skrajšajte besedilo.',
  'Temporary problems are tried again automatically. If it stays, report it to the carrier.':
    'Ob prehodnih težavah se pošiljanje samodejno ponovi. Če težava ostane, jo sporočite operaterju.',
  'The SMPP bind did not accept the receipt. The log of the bound program may say why.':
    'Povezava SMPP potrdila ni sprejela. Razlog je morda v dnevniku povezanega programa.',
  'The account has no price for this country.': 'Račun nima cene za to državo.',
  'The account was suspended when the message was due.': 'Ko je bilo sporočilo na vrsti, je bil račun onemogočen.',
  'The account with the carrier has no credit.': 'Na računu pri operaterju ni dobroimetja.',
  'The account with the carrier is suspended or limited.': 'Račun pri operaterju je onemogočen ali omejen.',
  'The account with the carrier may not send to this country.': 'Račun pri operaterju ne sme pošiljati v to državo.',
  'The address of the server cannot be reached. Check its network.':
    'Naslov strežnika ni dosegljiv. Preverite njegovo omrežje.',
  'The carrier accepts messages more slowly than they arrive.': 'Operater sprejema sporočila počasneje, kot prihajajo.',
  'The carrier cannot reach the network of this number.': 'Operater ne doseže omrežja te številke.',
  'The carrier deleted the message before it was delivered.':
    'Operater je sporočilo izbrisal, preden je bilo dostavljeno.',
  'The carrier did not answer.': 'Operater ni odgovoril.',
  'The carrier does not accept the request as it is configured.': 'Operater zahteve ob teh nastavitvah ne sprejme.',
  'The carrier does not accept the text or its encoding.': 'Operater ne sprejme besedila ali njegovega kodiranja.',
  'The carrier does not accept this number as a destination.': 'Operater te številke ne sprejme kot naslovnika.',
  'The carrier does not accept this sender.': 'Operater ne sprejme tega pošiljatelja.',
  'The carrier does not know whether the message arrived.': 'Operater ne ve, ali je sporočilo prispelo.',
  'The carrier filtered the message as spam.': 'Operater je sporočilo izločil kot neželeno.',
  'The carrier gave a reason without a known meaning.': 'Operater je navedel razlog, katerega pomen ni znan.',
  'The carrier has a technical problem.': 'Operater ima tehnične težave.',
  'The carrier is not connected.': 'Operater ni povezan.',
  'The carrier refuses the credentials.': 'Operater zavrača uporabnika ali geslo.',
  'The carrier rejected the message.': 'Operater je sporočilo zavrnil.',
  'The carrier took the message for a repetition of an earlier one.':
    'Operater je sporočilo štel za ponovitev prejšnjega.',
  'The certificate of the server has expired. Renew it.': 'Potrdilo strežnika je poteklo. Obnovite ga.',
  'The certificate of the server is for another name. Check the URL.':
    'Potrdilo strežnika je za drugo ime. Preverite URL.',
  'The certificate of the server is not trusted. Install one with its complete chain.':
    'Potrdilo strežnika ni zaupanja vredno. Namestite ga s celotno verigo.',
  'The endpoint answered something else than its interface expects. Check the program behind the URL.':
    'Končna točka je odgovorila drugače, kot zahteva njen vmesnik. Preverite program za tem URL.',
  'The endpoint asks for credentials. Let webhooks in without a password, and check their signature instead.':
    'Končna točka zahteva prijavo. Webhooke sprejmite brez gesla in raje preverite podpis.',
  'The endpoint does not accept POST. Check the URL.': 'Končna točka ne sprejema POST. Preverite URL.',
  'The endpoint does not accept a request of this size. Raise its limit.':
    'Končna točka ne sprejme tako velike zahteve. Povečajte njeno omejitev.',
  'The path does not exist at the endpoint. Check the URL.': 'Končna točka nima te poti. Preverite URL.',
  'The endpoint receives more requests than it allows. Raise its limit.':
    'Končna točka prejema več zahtev, kot jih dovoli. Povečajte njeno omejitev.',
  'The webhook endpoint was deleted, so its pending events were given up.':
    'Končna točka je bila izbrisana, zato so bili njeni čakajoči dogodki opuščeni.',
  'The webhook endpoint is disabled. Enable it, then resend the failed events.':
    'Končna točka je onemogočena. Omogočite jo in znova pošljite neuspele dogodke.',
  'The endpoint redirects to another URL, which is not followed. Set the final URL.':
    'Končna točka preusmerja na drug URL, čemur storitev ne sledi. Nastavite končni URL.',
  'The endpoint refused the request. Its response says why.': 'Končna točka je zahtevo zavrnila. Razlog je v odgovoru.',
  'The endpoint refuses access. Check its firewall and its signature check.':
    'Končna točka zavrača dostop. Preverite požarni zid in preverjanje podpisa.',
  'The endpoint says that it no longer exists. Check the URL.':
    'Končna točka sporoča, da ne obstaja več. Preverite URL.',
  'The endpoint was too slow. Answer first, then process the event.':
    'Končna točka je bila prepočasna. Najprej odgovorite, nato obdelajte dogodek.',
  'The event could not be delivered. It is tried again automatically.':
    'Dogodka ni bilo mogoče dostaviti. Samodejno se poskuša znova.',
  'The handset did not accept the message.': 'Telefon sporočila ni sprejel.',
  'The memory of the phone or SIM card is full.': 'Pomnilnik telefona ali kartice SIM je poln.',
  'The message expired before it could be delivered.': 'Sporočilo je poteklo, preden ga je bilo mogoče dostaviti.',
  'The message is too long for the carrier.': 'Sporočilo je za operaterja predolgo.',
  'The message is tried again automatically until its validity ends.':
    'Sporočilo se samodejno poskuša poslati znova, dokler ne poteče.',
  'The message is tried again automatically. A lower rate for the carrier avoids these refusals.':
    'Sporočilo se samodejno poskuša poslati znova. Manjša hitrost za operaterja take zavrnitve prepreči.',
  'The message is tried again automatically. Check the carrier.':
    'Sporočilo se samodejno poskuša poslati znova. Preverite operaterja.',
  'The message may have arrived. Ask the recipient before you send it again.':
    'Sporočilo je morda prispelo. Preden pošljete znova, vprašajte prejemnika.',
  'The name of the server could not be looked up. Check its DNS.':
    'Imena strežnika ni bilo mogoče poiskati. Preverite njegov DNS.',
  'The name of the server does not exist. Check the URL.': 'Ime strežnika ne obstaja. Preverite URL.',
  'The network of the recipient has a problem.': 'Omrežje prejemnika ima težave.',
  'The number cannot receive SMS.': 'Številka ne more prejemati SMS.',
  'The number does not exist or is no longer in use.': 'Številka ne obstaja ali ni več v uporabi.',
  'The operator of this service has to solve it.': 'Rešiti jo mora upravljavec te storitve.',
  'The phone is switched off or out of coverage.': 'Telefon je izklopljen ali brez signala.',
  'The phone or its subscription does not support SMS.': 'Telefon ali naročnina ne podpira SMS.',
  'The phone that sends the messages could not send it.': 'Telefon, ki pošilja sporočila, ga ni mogel poslati.',
  'The phone was busy with another message.': 'Telefon je bil zaseden z drugim sporočilom.',
  'The program behind the endpoint failed. Its log says why.':
    'Program za končno točko ni uspel. Razlog je v njegovem dnevniku.',
  'The queue of the carrier is full.': 'Vrsta operaterja je polna.',
  'The recipient has opted out of messages from this account.': 'Prejemnik se je odjavil od sporočil tega računa.',
  'The recipient has opted out of messages from this sender at the carrier.':
    'Prejemnik se je pri operaterju odjavil od sporočil tega pošiljatelja.',
  'The recipient has to ask the mobile operator for SMS.': 'Prejemnik mora mobilnega operaterja prositi za SMS.',
  'The recipient has to ask the mobile operator to allow them.':
    'Prejemnik mora mobilnega operaterja prositi, naj jih dovoli.',
  'The recipient has to delete messages. Send it again later.':
    'Prejemnik mora izbrisati sporočila. Pošljite znova pozneje.',
  'The response is not valid HTTP. Check the port and the program behind it.':
    'Odgovor ni veljaven HTTP. Preverite vrata in program za njimi.',
  'The sender is not registered for this country or network.': 'Pošiljatelj ni prijavljen za to državo ali omrežje.',
  'The sender was no longer confirmed when the message was due.':
    'Ko je bilo sporočilo na vrsti, pošiljatelj ni bil več potrjen.',
  'The server closed the connection without a response. Its log may say why.':
    'Strežnik je povezavo zaprl brez odgovora. Razlog je morda v njegovem dnevniku.',
  'The server could not be reached in time. Check its address and firewall.':
    'Strežnik ni bil pravočasno dosegljiv. Preverite njegov naslov in požarni zid.',
  'The server in front of the endpoint could not reach it. Check whether the program runs.':
    'Strežnik pred končno točko je ni dosegel. Preverite, ali program teče.',
  'The simulator refused the message, as its magic number asks.':
    'Simulator je sporočilo zavrnil, kot zahteva čarobna številka.',
  'The subscription of the recipient is blocked for such messages.':
    'Naročnina prejemnika ne dovoljuje takih sporočil.',
  'This service was restarting or overloaded. The event is tried again automatically.':
    'Ta storitev se je znova zaganjala ali je bila preobremenjena. Dogodek se samodejno poskuša poslati znova.',
  'Too many messages went to this number in a short time.': 'Na to številko je v kratkem času šlo preveč sporočil.',
  'Top up the account with the carrier.': 'Napolnite račun pri operaterju.',
  'Use another sender, or ask the operator to have this one registered with the carrier.':
    'Uporabite drugega pošiljatelja ali upravljavca prosite, naj tega prijavi pri operaterju.',
  'Usually the phone is off or the number is no longer in use. Check the number, then send it again.':
    'Običajno je telefon izklopljen ali številka ni več v uporabi. Preverite številko in pošljite znova.',
  'Usually the phone was off or out of coverage during the whole validity period. Send the message again.':
    'Običajno je bil telefon ves čas veljavnosti izklopljen ali brez signala. Sporočilo pošljite znova.',
  'Usually the sender, the text or the number is not allowed. Ask the carrier for its reason.':
    'Običajno pošiljatelj, besedilo ali številka ni dovoljena. Operaterja vprašajte za razlog.',
  'Wait, and send fewer messages to the same number.': 'Počakajte in na isto številko pošiljajte manj sporočil.',
  'Webhooks may not reach this address. Use a public address.':
    'Webhooki tega naslova ne smejo doseči. Uporabite javni naslov.',
};
