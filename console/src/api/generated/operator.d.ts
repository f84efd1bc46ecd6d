// Made from docs/openapi-operator.json by console/scripts/types.mjs. Do not edit.
export interface paths {
    "/admin/v1/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List accounts
         * @description The account that the service itself sends confirmation codes from is no customer and not among them.
         */
        get: operations["listAccounts"];
        put?: never;
        /**
         * Create an account
         * @description It has no key, no price list and no money yet.
         */
        post: operations["createAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{accountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Look up an account */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an account
         * @description What is left out stays. A suspended account can send nothing from this moment on.
         */
        patch: operations["changeAccount"];
        trace?: never;
    };
    "/admin/v1/accounts/{accountId}/console-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A link for a customer to log in, once
         * @description The session sees what the account may see.
         */
        post: operations["createAccountLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{accountId}/corrections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Correct the balance of an account
         * @description The ledger is never changed; what was wrong is set right by another entry, with the reason.
         */
        post: operations["correctBalance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{accountId}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the keys of an account */
        get: operations["listAccountKeys"];
        put?: never;
        /**
         * Issue a key
         * @description The key is in this answer and nowhere else: only its hash is kept.
         */
        post: operations["issueKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{accountId}/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what was booked on an account
         * @description The sum of all entries is the balance.
         */
        get: operations["listLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{accountId}/opt-outs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who has opted out of the messages of an account
         * @description Newest first.
         */
        get: operations["listOptOuts"];
        put?: never;
        /** Add numbers that want no messages of an account */
        post: operations["addOptOuts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{accountId}/opt-outs.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Opt-outs of an account as a CSV file
         * @description A connection that breaks off means that the file is not whole.
         */
        get: operations["downloadOptOuts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{accountId}/opt-outs/{optOutId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Take a number out of the list */
        delete: operations["deleteOptOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{accountId}/opt-outs/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add the numbers of a CSV file
         * @description UTF-8, at most 1 MiB: one number a line; or with a header that names the column `number` and, if wanted, `sender`. One wrong line, and nothing is imported.
         */
        post: operations["importOptOuts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{accountId}/opt-outs/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Which words count for an account, and what is answered */
        get: operations["getOptOutSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change which words count for an account, and what is answered
         * @description What is left out stays. `answers` and each list of words are replaced as a whole.
         */
        patch: operations["changeOptOutSettings"];
        trace?: never;
    };
    "/admin/v1/accounts/{accountId}/price-lists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the price lists of an account
         * @description Of those that hold now and name a country, the one that began last speaks.
         */
        get: operations["listAccountPriceLists"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{accountId}/price-lists/{priceListId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Give a price list to an account
         * @description Its prices count from this moment on, or from when it begins. Twice is as good as once.
         */
        put: operations["assignPriceList"];
        post?: never;
        /**
         * Take a price list from an account
         * @description Countries that no other list of the account names are refused from this moment on.
         */
        delete: operations["unassignPriceList"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{accountId}/smpp-credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the SMPP credentials of an account */
        get: operations["listAccountSmppCredentials"];
        put?: never;
        /**
         * Issue an SMPP credential
         * @description The password is in this answer and nowhere else: only its hash is kept.
         */
        post: operations["issueSmppCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{accountId}/top-ups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put money on an account
         * @description Also on a suspended one. With an `id` of your own it is safe to repeat: 200 then, and nothing is booked.
         */
        post: operations["topUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/accounts/{accountId}/verify-limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** See the limits of verification codes of an account */
        get: operations["getVerifyLimits"];
        /**
         * Set the limits of verification codes of an account
         * @description In place of those before.
         */
        put: operations["setVerifyLimits"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who changed what */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/carriers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List carriers and how they are doing */
        get: operations["listCarriers"];
        put?: never;
        /**
         * Add a carrier
         * @description Nothing goes over it before a route leads to it.
         */
        post: operations["createCarrier"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/carriers/{carrierId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Look up a carrier and how it is doing */
        get: operations["getCarrier"];
        put?: never;
        post?: never;
        /**
         * Delete a carrier and its routes
         * @description What waits for it takes another route, or is rejected. To drain it, delete its routes first.
         */
        delete: operations["deleteCarrier"];
        options?: never;
        head?: never;
        /**
         * Change a carrier
         * @description What is left out stays; an address without its password keeps the old one, for the same host and system_id. Processes connect anew within seconds.
         */
        patch: operations["changeCarrier"];
        trace?: never;
    };
    "/admin/v1/carriers/{carrierId}/costs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What a carrier costs, by country */
        get: operations["getCarrierCosts"];
        /**
         * Replace what a carrier costs
         * @description Per segment. The costs of all carriers are in one currency, so that they can be compared.
         */
        put: operations["replaceCarrierCosts"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/carriers/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try the address of a carrier
         * @description A real connection and bind, ended at once, within 10 s; nothing is stored. What the SMSC delivers meanwhile is put off with a temporary error. An address without its password is tried with that of the carrier, for the same host and system_id.
         */
        post: operations["testCarrier"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/console-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A link to open the console as yourself, once
         * @description As the operator who is logged in, or as the one who has the token.
         */
        post: operations["createConsoleLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/emails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List Email2SMS requests and what became of them */
        get: operations["listEmails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/emails/{emailId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Look up an Email2SMS request */
        get: operations["getEmail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/emails/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What would come of an e-mail
         * @description Nothing is sent, charged or stored. A mail as it is, of any size and charset that the listener takes, comes as message/rfc822; a text that is pasted, as JSON.
         */
        post: operations["tryEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/erasures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase a phone number
         * @description Removes it, and what was written to and from it alone, from all that is stored. May take minutes; the answer comes when all of it is done. Safe to repeat.
         */
        post: operations["eraseNumber"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the service is doing, and what to do about it
         * @description Database, disk, backlog, carriers, webhooks, e-mail, clock, certificate and settings, as this process and the database know them. It also answers when the database is away, and says so. For a load balancer there are /health/live and /health/ready.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/inbound": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List inbound messages of all accounts, and of none */
        get: operations["listInbound"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Find keys of all accounts */
        get: operations["listKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Look up a key */
        get: operations["getKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a key
         * @description What is left out stays. An expired key may be given more time, a revoked one is over.
         */
        patch: operations["changeKey"];
        trace?: never;
    };
    "/admin/v1/keys/{keyId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a key
         * @description Nothing is sent with it from this moment on; every other request ends within two seconds.
         */
        post: operations["revokeKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/keys/{keyId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace a key by a new one
         * @description Both work until the overlap is over. The new one has the label and the addresses of the old.
         */
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/mails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List e-mails that the service has written */
        get: operations["listMails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/mails/{mailId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Look up an e-mail that the service has written, with its text */
        get: operations["getMail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/margins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What messages brought in and cost, by country and carrier
         * @description From the numbers of every hour, and the costs as they are now. A message that went over two carriers counts for one.
         */
        get: operations["getMargins"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List messages of all accounts */
        get: operations["listMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/messages.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Messages of all accounts as a CSV file
         * @description Newest first, with the filters of the list; written while it is read. What a spreadsheet would take for a formula gets an apostrophe (') in front of it; phone numbers stay as they are. A connection that breaks off means that the file is not whole.
         */
        get: operations["downloadMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/messages/{messageId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look up a message
         * @description With its text, what carriers took of it, and its delivery reports.
         */
        get: operations["getMessage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/messages/{messageId}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow a message
         * @description From its request over the carrier, its receipts as they came and its states to each webhook attempt, and what is to come next.
         */
        get: operations["getMessageTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/messages/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel messages that wait
         * @description Each becomes CANCELLED and is given back and reported as one that its customer has cancelled. What a carrier has or may have is left alone. A call takes some seconds at most: repeat it until it is done. What one that was cut off has done stays done.
         */
        post: operations["cancelWaitingMessages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/messages/waiting": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many messages wait, and what they cost
         * @description Those that no carrier has or may have: exactly what POST /messages/cancel would cancel at this moment.
         */
        get: operations["sumWaitingMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/operators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List operators */
        get: operations["listOperators"];
        put?: never;
        /**
         * Create an operator
         * @description Without a password, the answer has a link to log in once and set one.
         */
        post: operations["createOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/operators/{operatorId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an operator
         * @description All its sessions end.
         */
        delete: operations["deleteOperator"];
        options?: never;
        head?: never;
        /**
         * Change an operator
         * @description What is left out stays. A new password, or none, and a reset second factor end all sessions.
         */
        patch: operations["changeOperator"];
        trace?: never;
    };
    "/admin/v1/operators/{operatorId}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A link to log in as an operator, once
         * @description It asks for neither password nor code: give it to nobody else.
         */
        post: operations["createOperatorLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How things are and how they have been */
        get: operations["getOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/pauses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what is paused */
        get: operations["listPauses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/pauses/accounts/{accountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Pause an account
         * @description Its messages are accepted and charged as before, and wait. To refuse them, suspend it instead.
         */
        put: operations["pauseAccount"];
        post?: never;
        /** Let an account go on */
        delete: operations["resumeAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/pauses/all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Pause everything
         * @description Messages are accepted and charged as before, and wait; within two seconds no process hands any to a carrier. It stays so over restarts. Receipts, inbound messages and webhooks go on, and the validity of messages runs.
         */
        put: operations["pauseAll"];
        post?: never;
        /**
         * Let everything go on
         * @description What waited leaves at the usual rate. Carriers and accounts that are paused by themselves stay so.
         */
        delete: operations["resumeAll"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/pauses/carriers/{carrierId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Pause a carrier
         * @description Messages for it wait, and take no other route; its connections stay, so that receipts come. To have another carrier take them, switch it off instead.
         */
        put: operations["pauseCarrier"];
        post?: never;
        /** Let a carrier go on */
        delete: operations["resumeCarrier"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/price-lists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List price lists */
        get: operations["listPriceLists"];
        put?: never;
        /**
         * Create a price list
         * @description It holds from now on unless told otherwise, for the accounts it is given to.
         */
        post: operations["createPriceList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/price-lists/{priceListId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look up a price list
         * @description With its prices and the accounts that have it.
         */
        get: operations["getPriceList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Rename a price list, or change when it holds
         * @description What is left out stays. Messages that are accepted already keep their price.
         */
        patch: operations["changePriceList"];
        trace?: never;
    };
    "/admin/v1/price-lists/{priceListId}/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace all prices of a list by those of a CSV file
         * @description UTF-8, at most 1 MiB. The first line names the columns `country` and `unit_price` (or `price`), in either order; then one country a line. Separated by commas, or by semicolons, with which a decimal comma may be used. One wrong line, and nothing is imported; the answer names them all, or the first twenty. With `preview=true` it says what would change, and changes nothing.
         */
        post: operations["importPrices"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/price-lists/{priceListId}/prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace all prices of a list
         * @description All at once: every message is priced by the old prices or by the new ones.
         */
        put: operations["replacePrices"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/receipts/unmatched": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List receipts and callbacks that belong to no message
         * @description Receipts of messages that were sent by another system, or with an unknown reference, and callbacks of HTTP carriers that were not understood (unread): of each carrier the newest 1,000. Kept for 72 hours.
         */
        get: operations["listUnmatchedReceipts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/routes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List routes
         * @description Of all that fit a message, the lowest priority speaks; among equals, a longer prefix and then weights.
         */
        get: operations["listRoutes"];
        put?: never;
        /** Add a route */
        post: operations["createRoute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/routes/{routeId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a route */
        delete: operations["deleteRoute"];
        options?: never;
        head?: never;
        /**
         * Change a route
         * @description What is left out stays.
         */
        patch: operations["changeRoute"];
        trace?: never;
    };
    "/admin/v1/routes/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which way would a message to this number go, and why
         * @description By the routes and connections of this moment, in any process. Where routes are equal and weights decide, the usual answer.
         */
        get: operations["explainRoute"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/routing/policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How equal routes are ordered */
        get: operations["listRoutingPolicies"];
        /**
         * Replace how equal routes are ordered
         * @description Priorities and prefixes of routes go before a policy, and weights decide where it finds no difference.
         */
        put: operations["replaceRoutingPolicies"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/senders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List senders of all accounts
         * @description `status=Pending` is what waits for your approval. Deleted ones are not shown.
         */
        get: operations["listSenders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/senders/{senderId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Look up a sender */
        get: operations["getSender"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/senders/{senderId}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a sender
         * @description A name that waits, or a name or number for which too many wrong codes were given. Those are forgotten, and a new code goes to the contact e-mail of the account, or to the number.
         */
        post: operations["approveSender"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/senders/{senderId}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reject a name */
        post: operations["rejectSender"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/simulator/inbound": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let somebody send an SMS to one of your numbers
         * @description As if it had come from a carrier: it is stored, and goes to the webhook of the sender it was sent to.
         */
        post: operations["simulateInbound"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/simulator/phones": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List phones that the simulator has delivered to
         * @description And those that have written something, the latest one first.
         */
        get: operations["listPhones"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/simulator/phones/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See what is on a phone
         * @description What the simulator has delivered to it, confirmation codes among it, and what was written on it.
         */
        get: operations["getPhone"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/smpp-binds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List live binds
         * @description Those of all processes, newest first. Numbers are up to two seconds behind.
         */
        get: operations["listSmppBinds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/smpp-binds/{bindId}/disconnect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a bind
         * @description The process that has it says goodbye within two seconds, and what is under way is finished. The customer may bind again: to keep it out, revoke its credential or suspend its account.
         */
        post: operations["disconnectSmppBind"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/smpp-binds/{bindId}/log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the PDUs of a bind
         * @description Those that were written down, oldest first, some of them a second behind. They are kept for a day, also when the bind has ended. Passwords and texts are left out, and the middle of phone numbers.
         */
        get: operations["listSmppPdus"];
        put?: never;
        /**
         * Write down the PDUs of a bind
         * @description From within two seconds on and for a bounded time; it ends by itself.
         */
        post: operations["logSmppBind"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/smpp-credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Find SMPP credentials of all accounts */
        get: operations["listSmppCredentials"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/smpp-credentials/{credentialId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Look up an SMPP credential */
        get: operations["getSmppCredential"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an SMPP credential
         * @description What is left out stays. What is bound follows within two seconds.
         */
        patch: operations["changeSmppCredential"];
        trace?: never;
    };
    "/admin/v1/smpp-credentials/{credentialId}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke an SMPP credential
         * @description Nothing is sent with it from this moment on; what is bound with it is unbound within two seconds.
         */
        post: operations["revokeSmppCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/smpp-credentials/{credentialId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give an SMPP credential another password
         * @description Both count until the overlap is over; what is bound with the old one is unbound then.
         */
        post: operations["rotateSmppCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Traffic by the hour, and what was spent
         * @description At most 31 days. Hours are kept for ever, also when their messages are gone.
         */
        get: operations["getStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/statistics/by": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Traffic by day, hour, country, carrier or account
         * @description At most 366 days; hours of 31 days. Carriers are counted for what they have taken, as far back as messages were kept when that began.
         */
        get: operations["getStatisticsBy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/statistics/by.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The same as a file for spreadsheets */
        get: operations["getStatisticsByAsCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happens, as it happens
         * @description Server-sent events, whose `event` and `data` are those of OperatorStreamEvent.
         *     The `id` behind them is a time: sent as `Last-Event-ID`, to any process, it brings what was missed in the last minutes, or a
         *     `reset`. A message may come twice. Comments keep the connection open. Who reads too slowly is cut off, and at most 10 streams of
         *     an account are open on a process.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/verify/blocks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List where verification codes are blocked
         * @description Countries and ranges of numbers to which an account sends none for now, because hardly any was confirmed.
         */
        get: operations["listVerifyBlocks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/verify/blocks/{blockId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Lift a block of verification codes
         * @description What led to it counts no more; codes that are not confirmed from now on may lead to another.
         */
        delete: operations["liftVerifyBlock"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/verify/conversions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See how many verification codes are confirmed
         * @description By country, or by range of 10,000 numbers, in the last hours.
         */
        get: operations["listVerifyConversions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/webhooks/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List webhook deliveries of all accounts */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/webhooks/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Look up a delivery with all its attempts */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/webhooks/deliveries/{deliveryId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver again
         * @description At once and with all retries, under the same webhook-id.
         */
        post: operations["replayDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/webhooks/endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints of all accounts and how they are doing
         * @description Those with deliveries that wait, or that were sent in the last 24 hours.
         */
        get: operations["listEndpoints"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/webhooks/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deliver again what has failed */
        post: operations["replayDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AccountDetails: {
            /** Format: uuid */
            accountId: string;
            /**
             * @description What is left, credit not counted
             * @example 1034.52
             */
            balance: string;
            contactEmail: string | null;
            /**
             * Format: date-time
             * @description When it was created
             */
            createdAt: string;
            /**
             * @description How far below zero the balance may go
             * @example 1034.52
             */
            creditLimit: string;
            /**
             * @description Three letters of ISO 4217
             * @example EUR
             */
            currency: string;
            /** @description Interfaces of other gateways that it may use besides the own one */
            doors: ("kannel" | "jasmin" | "twilio")[];
            /**
             * @description Which way inbound messages go, unless a sender says otherwise. auto: to the URL of the sender; if it has none, to the binds of an account that has bound by SMPP
             * @enum {unknown}
             */
            inbound: "auto" | "webhook" | "smpp" | "both";
            /** @description Of the customer */
            name: string;
            /** @description Its messages are accepted and wait until it is resumed */
            paused: boolean;
            /**
             * @description Which way its delivery reports go, unless a sender says otherwise. auto: to the binds if a message came by SMPP and asks for receipts, to the URL of the request or its sender otherwise
             * @enum {unknown}
             */
            receipts: "auto" | "webhook" | "smpp" | "both";
            /**
             * @description A suspended account can send nothing
             * @enum {unknown}
             */
            status: "active" | "suspended";
        };
        AccountPage: {
            accounts: components["schemas"]["AccountDetails"][];
            /** @description Absent on the last page */
            nextCursor?: string;
        };
        AuditPage: {
            entries: {
                /** @description Whom it concerns */
                accountId: string | null;
                /**
                 * @description What
                 * @example account create
                 */
                action: string;
                /** @description Name of the actor. A label only: customers and holders of the token choose theirs, so read it together with actorKind */
                actor: string;
                /** @description Of the operator, of the console session (customer, operator-token) or of the API key; null for a request with the token itself */
                actorId: string | null;
                /** @description How the actor was authenticated: an operator with a name, the operator token (also by the command line), a console session of the account, an API key of the account, the service itself (system), or not at all (anonymous: a refused log-in). null in entries written before 0.2.0 */
                actorKind: ("operator" | "operator-token" | "customer" | "api-key" | "system" | "anonymous") | null;
                /** @description From where */
                address: string | null;
                /**
                 * Format: date-time
                 * @description When
                 */
                at: string;
                /** @description What was asked for */
                details: {
                    [key: string]: unknown;
                };
                /** Format: uuid */
                id: string;
                /** @description What was changed */
                subjectId: string | null;
            }[];
            /** @description Absent on the last page */
            nextCursor?: string;
        };
        Booked: {
            /**
             * @description Of the account, as it is now
             * @example 1034.52
             */
            balance: string;
            entry: components["schemas"]["LedgerEntry"];
        };
        CancelledMessages: {
            /** @description By account */
            accounts: {
                /** Format: uuid */
                accountId: string;
                /**
                 * @description What they cost, which is given back when they are cancelled
                 * @example 1034.52
                 */
                amount: string;
                currency: string;
                messages: number;
                name: string;
            }[];
            /** @description false: there are more; call again */
            done: boolean;
            /** @description Cancelled by this call */
            messages: number;
        };
        CarrierCosts: {
            /** Format: uuid */
            carrierId: string;
            costs: {
                /** @example SI */
                country: string;
                /**
                 * @description Per segment
                 * @example 0.0042
                 */
                unitCost: string;
            }[];
            /** @description null while there is no cost */
            currency: string | null;
        };
        CarrierDetails: {
            /** @description Where an HTTP provider sends receipts and inbound messages; it holds a secret */
            callbackPath?: string;
            /** Format: uuid */
            carrierId: string;
            /**
             * Format: date-time
             * @description When it was added
             */
            createdAt: string;
            /** @description How a generic HTTP carrier is called */
            description?: {
                [key: string]: unknown;
            };
            /** @description false: nothing goes over it */
            enabled: boolean;
            /** @description Its callbacks are checked with a signing secret */
            hasSigningSecret?: boolean;
            /** @description Why a connection is down, or was when it was last down */
            lastError?: {
                /**
                 * Format: date-time
                 * @description When it was
                 */
                at: string;
                text: string;
            };
            /** @description Connections that are up, over all processes */
            linksUp: number;
            /** @description One of its own */
            name: string;
            /** @description Messages for it wait until it is resumed */
            paused: boolean;
            /** @description Submits of the last 24 hours that it did not take, now or for good, the latest first */
            refusals: {
                count: number;
                /**
                 * Format: date-time
                 * @description When it last was
                 */
                lastAt: string;
                /** @description Of the carrier, such as ESME_RMSGQFUL; no answer: it said nothing */
                status: string;
            }[];
            /**
             * Format: date-time
             * @description Up, or down, since then
             */
            since?: string;
            /** @description The carrier complains about the speed, and is fed slowly */
            throttled: boolean;
            /** @description Without its password, which nobody can read again */
            url: string;
            /** @description Messages that wait for it, counted up to 10000 */
            waiting: number;
            /** @description What its settings give up */
            warnings?: string[];
        };
        CarrierList: {
            carriers: components["schemas"]["CarrierDetails"][];
        };
        CarrierTrial: {
            /** @description What to do about the step that failed */
            advice?: string;
            /** @description From the beginning to the goodbye */
            milliseconds: number;
            /** @description It could be used as it is */
            ok: boolean;
            /** @description Up to the first that failed; of mode=pair, those of the transmitter and then of the receiver */
            steps: {
                ok: boolean;
                /** @enum {unknown} */
                step: "resolve" | "connect" | "tls" | "bind" | "enquire";
                /** @description What was found, in a sentence */
                text: string;
            }[];
        };
        ConsoleLink: {
            /**
             * Format: date-time
             * @description When it is not valid any more
             */
            expiresAt: string;
            /**
             * Format: uri
             * @description Opens the console, logged in, once. Whoever has it gets in
             */
            url: string;
        };
        DeliveryDetails: {
            /** Format: uuid */
            accountId: string;
            /** @description Attempts since the beginning or the last replay */
            attemptCount: number;
            /** @description All attempts, the first one first; only when one delivery is asked for */
            attempts?: {
                /** @description The first bytes of the answer */
                answer?: string;
                /**
                 * Format: date-time
                 * @description When the answer came or the attempt ended
                 */
                at: string;
                durationMs: number;
                /** @description What went wrong, in plain words */
                error?: string;
                /** @description HTTP status, if there was an answer */
                status?: number;
            }[];
            /**
             * Format: date-time
             * @description When it happened
             */
            createdAt: string;
            /**
             * Format: uuid
             * @description Also the webhook-id header of every attempt
             */
            deliveryId: string;
            /** @enum {unknown} */
            kind: "delivery report" | "inbound message" | "sender status";
            lastAttempt?: {
                /** @description The first bytes of the answer */
                answer?: string;
                /**
                 * Format: date-time
                 * @description When the answer came or the attempt ended
                 */
                at: string;
                durationMs: number;
                /** @description What went wrong, in plain words */
                error?: string;
                /** @description HTTP status, if there was an answer */
                status?: number;
            };
            /**
             * Format: uuid
             * @description Of delivery reports
             */
            messageId?: string;
            /**
             * Format: date-time
             * @description Unless it has ended
             */
            nextAttemptAt?: string;
            /** @description The body that is sent */
            payload: string;
            /**
             * @description waiting: not tried yet, or behind an earlier event of the same message; retrying: has failed and will be tried again
             * @enum {unknown}
             */
            state: "waiting" | "retrying" | "delivered" | "given up";
            url: string;
        };
        /** @description A filtered page may be short, even empty, and still have a nextCursor: it looks at a bounded number of rows. */
        DeliveryPage: {
            deliveries: components["schemas"]["DeliveryDetails"][];
            /** @description Absent on the last page */
            nextCursor?: string;
        };
        /** @description Headers, tags, proof and text only when one e-mail is asked for */
        EmailDetails: {
            /** @description Whose key it held; null: no valid one */
            accountId: string | null;
            /** @description How many e-mails this one stands for: more than 1 where not all of an hour are listed */
            count: number;
            /** Format: uuid */
            emailId: string;
            /** @description Empty: a bounce or another automatic mail, or a mailbox that does not say */
            envelopeFrom: string;
            /** @description The address in its From header */
            from: string | null;
            headers?: {
                name: string;
                value: string;
            }[];
            /** @description Its Message-ID */
            messageId: string | null;
            /** @description The SMS it has sent */
            messageIds: string[];
            /**
             * @description sent; repeated: the same mail had been taken before; dropped: nothing to send or no valid key; rejected: by its From address or form; error: its author was told what is wrong
             * @enum {unknown}
             */
            outcome: "sent" | "repeated" | "dropped" | "rejected" | "error";
            /** @description Address of the client */
            peer: string | null;
            /** @description Whose mail it is: SPF, DKIM, alignment, or a trusted relay */
            proof?: {
                [key: string]: unknown;
            };
            /** @description Why, unless it was sent */
            reason: string | null;
            /**
             * Format: date-time
             * @description When it came
             */
            receivedAt: string;
            /** @description Bytes */
            size: number;
            subject: string;
            /** @description What was read; of the key only its beginning */
            tags?: {
                [key: string]: unknown;
            };
            /** @description Key masked; kept for a few days */
            text?: string | null;
            /** @enum {unknown} */
            via: "SMTP" | "IMAP";
        };
        EmailPage: {
            emails: components["schemas"]["EmailDetails"][];
            /** @description Absent on the last page */
            nextCursor?: string;
        };
        EmailTrial: {
            /** @description Only these may use the key; none: any. SPF and DKIM are not tried */
            allowedFrom: string[];
            /** @description Addresses in the From header */
            from: string[];
            /** @enum {unknown} */
            outcome: "sent" | "dropped" | "rejected" | "error";
            preview?: components["schemas"]["Preview"];
            reason?: string;
            /** @description What was read; of the key only its beginning */
            tags: {
                [key: string]: unknown;
            };
            /** @description What tags are read from, key masked */
            text: string;
        };
        EndpointDetails: {
            /** Format: uuid */
            accountId: string;
            accountName: string;
            /** @description true: the account has more deliveries than were counted, so there may be more of each */
            atLeast?: boolean;
            /** @description In the last 24 hours */
            delivered24h: number;
            /** @description In the last 24 hours */
            givenUp24h: number;
            /**
             * Format: date-time
             * @description When the last attempt ended
             */
            lastAttemptAt?: string;
            /** @description Why the last attempt failed, if it did */
            lastError?: string;
            /** @description HTTP status of the last attempt, if there was an answer */
            lastStatus?: number;
            /**
             * @description Scheme, host and port of the URLs
             * @example https://shop.example.com
             */
            origin: string;
            /**
             * Format: date-time
             * @description When it is tried again, if it is in trouble
             */
            retryAt?: string;
            /** @description Deliveries that failed and will be tried again */
            retrying: number;
            /**
             * @description failing: the last attempt failed, or some are to be tried again; open: so many failed in a row that it is left alone until retryAt
             * @enum {unknown}
             */
            state: "healthy" | "failing" | "open";
            /** @description Deliveries that were not tried yet */
            waiting: number;
        };
        EndpointPage: {
            /** @description Those in trouble first, 1000 at most */
            endpoints: components["schemas"]["EndpointDetails"][];
        };
        Erased: {
            /** @description Stored answers to requests with an Idempotency-Key */
            answers: number;
            /** @description Scheduled messages to the number: cancelled and given back */
            cancelled: number;
            /** @description E-mails that came in and named the number */
            emails: number;
            /** @description Messages from the number, erased with their text, or that named it */
            inboundMessages: number;
            /** @description E-mails of ours that held the number */
            mails: number;
            /** @description Messages whose destination was erased */
            messages: number;
            /** @description Opt-outs of the number: only a keyed hash is left of it, by which it stays opted out */
            optOuts: number;
            /** @description Receipts that nobody was waiting for: removed */
            receipts: number;
            /** @description Codes that were sent to the number: removed */
            senderCodes: number;
            /** @description Deleted senders */
            senders: number;
            /** @description Requests whose text was erased, or the number in it */
            texts: number;
            /** @description Verification codes that were sent to the number: removed */
            verifications: number;
            /** @description Attempts whose answer held the number */
            webhookAttempts: number;
            /** @description Events that held the number; those not delivered yet never will be */
            webhooks: number;
        };
        /** @description The body of every answer that is not a success */
        Error: {
            /** @description What was wrong, in one text */
            error: string;
        };
        HealthReport: {
            findings: {
                /** @description What to do about it */
                advice?: string;
                /**
                 * @description What was looked at
                 * @example Database
                 */
                check: string;
                /** @description The same sentences without what stands in them, to be translated */
                said?: {
                    advice?: {
                        /**
                         * @description In English, with blanks
                         * @example {0} GiB are free in {1}
                         */
                        sentence: string;
                        /** @description What stands in the blanks */
                        values: (string | number | {
                            more: number;
                            names: string[];
                        })[];
                    };
                    check: {
                        /**
                         * @description In English, with blanks
                         * @example {0} GiB are free in {1}
                         */
                        sentence: string;
                        /** @description What stands in the blanks */
                        values: (string | number | {
                            more: number;
                            names: string[];
                        })[];
                    };
                    text: {
                        /**
                         * @description In English, with blanks
                         * @example {0} GiB are free in {1}
                         */
                        sentence: string;
                        /** @description What stands in the blanks */
                        values: (string | number | {
                            more: number;
                            names: string[];
                        })[];
                    };
                };
                /** @description What was found, in a sentence */
                text: string;
                /**
                 * @description note: worth knowing; problem: something does not work, or soon will not
                 * @enum {unknown}
                 */
                verdict: "ok" | "note" | "problem";
            }[];
            /** @description All that run, on any machine */
            processes: {
                /** @description Name of the machine */
                host?: string;
                /**
                 * Format: uuid
                 * @description A new one at every start
                 */
                id: string;
                pid?: number;
                /**
                 * Format: date-time
                 * @description When it started
                 */
                since: string;
                version?: string;
            }[];
        };
        /** @description A filtered page may be short, even empty, and still have a nextCursor: it looks at a bounded number of rows. */
        InboundPage: {
            inbound: {
                /** @description Whose number or name it was sent to; null: nobody’s */
                accountId: string | null;
                /**
                 * Format: uuid
                 * @description Over which it came
                 */
                carrierId: string;
                /** @description false: parts of it never came */
                complete: boolean;
                /** Format: uuid */
                inboundId: string;
                /**
                 * Format: date-time
                 * @description When it came
                 */
                receivedAt: string;
                /** @description The number or name it was sent to */
                recipient: string;
                /** @description The phone that sent it */
                sender: string;
                /** @description The sender it was sent to */
                senderId: string | null;
                text: string;
            }[];
            /** @description Absent on the last page */
            nextCursor?: string;
        };
        KeyDetails: {
            /** Format: uuid */
            accountId: string;
            /** @description In lower case; none: e-mails from any address */
            allowedEmails: string[];
            /**
             * Format: date-time
             * @description When it was issued
             */
            createdAt: string;
            /** @description From when on it is not valid; null: never */
            expiresAt: string | null;
            /** Format: uuid */
            keyId: string;
            /**
             * @description What the key is for
             * @example web shop
             */
            label: string;
            /** @description Its last use, some seconds behind; null: none yet */
            lastUsedAt: string | null;
            /**
             * @description The first eight characters of the key
             * @example 3f2b8c1d
             */
            prefix: string;
            /** @description When it was revoked */
            revokedAt: string | null;
            /** @enum {unknown} */
            status: "live" | "expired" | "revoked";
        };
        KeyIssued: {
            /** Format: uuid */
            accountId: string;
            /** @description In lower case; none: e-mails from any address */
            allowedEmails: string[];
            /**
             * Format: date-time
             * @description When it was issued
             */
            createdAt: string;
            /** @description From when on it is not valid; null: never */
            expiresAt: string | null;
            /**
             * Format: uuid
             * @description The API key. It is shown here and never again
             */
            key: string;
            /** Format: uuid */
            keyId: string;
            /**
             * @description What the key is for
             * @example web shop
             */
            label: string;
            /** @description Its last use, some seconds behind; null: none yet */
            lastUsedAt: string | null;
            /**
             * @description The first eight characters of the key
             * @example 3f2b8c1d
             */
            prefix: string;
            /** @description When it was revoked */
            revokedAt: string | null;
            /** @enum {unknown} */
            status: "live" | "expired" | "revoked";
        };
        KeyPage: {
            keys: components["schemas"]["KeyDetails"][];
            /** @description Absent on the last page */
            nextCursor?: string;
        };
        LedgerEntry: {
            /**
             * @description Negative if it was taken from the balance
             * @example 1034.52
             */
            amount: string;
            /**
             * Format: date-time
             * @description When
             */
            at: string;
            /**
             * Format: uuid
             * @description That of the submission, if it is a charge
             */
            entryId: string;
            /** @enum {unknown} */
            kind: "top-up" | "charge" | "refund" | "correction";
            /**
             * Format: uuid
             * @description The message that was refunded
             */
            messageId?: string;
            /** @description What it was for */
            note?: string;
            /**
             * Format: uuid
             * @description The id that was given when it was booked
             */
            requestId?: string;
        };
        LedgerPage: {
            entries: components["schemas"]["LedgerEntry"][];
            /** @description Absent on the last page */
            nextCursor?: string;
        };
        MailDetails: {
            /** Format: uuid */
            accountId: string;
            attempts: number;
            /** @description Only when one mail is asked for; that of a code is erased after an hour */
            body?: string;
            /**
             * Format: date-time
             * @description When it was written
             */
            createdAt: string;
            endedAt: string | null;
            /** @description Why the last attempt failed */
            error: string | null;
            /** @enum {unknown} */
            kind: "sender code" | "email2sms error";
            /** Format: uuid */
            mailId: string;
            recipient: string;
            /**
             * @description kept: there is no relay to send it
             * @enum {unknown}
             */
            state: "waiting" | "kept" | "sent" | "given up";
            subject: string;
            /**
             * Format: uuid
             * @description The sender or the e-mail that it is about
             */
            subjectId: string;
        };
        MailPage: {
            mails: components["schemas"]["MailDetails"][];
            /** @description Absent on the last page */
            nextCursor?: string;
        };
        Margins: {
            /** @description The largest revenue first, 1000 at most */
            margins: {
                /** @description Its name, unless it was deleted */
                carrier?: string;
                /** Format: uuid */
                carrierId: string;
                /**
                 * @description Segments by unit cost, if that is known
                 * @example 12.5
                 */
                cost?: string;
                costCurrency?: string;
                country: string;
                /** @description Of the accounts that paid */
                currency: string;
                /**
                 * @description Revenue less cost, if both are in one currency; below zero: a loss
                 * @example 12.5
                 */
                margin?: string;
                /** @description That the carrier took */
                messages: number;
                /**
                 * @description What accounts were charged, less what was given back
                 * @example 12.5
                 */
                revenue: string;
                segments: number;
                /**
                 * @description Per segment, as it is now
                 * @example 12.5
                 */
                unitCost?: string;
            }[];
        };
        MessageDetails: {
            /**
             * Format: date-time
             * @description When the request was accepted
             */
            acceptedAt: string;
            /** Format: uuid */
            accountId: string;
            /** @description Tries that no carrier took, as long as there were any; reason says why of the last */
            attemptCount?: number;
            /** @description The text as sent */
            content?: string;
            /**
             * @description Of the destination
             * @example SI
             */
            country: string;
            destination: string;
            /** @description GSM-7 or UCS-2 */
            encoding: string;
            /** Format: uuid */
            messageId: string;
            /**
             * Format: date-time
             * @description When it is tried again, while it waits for that
             */
            nextAttemptAt?: string;
            /** @description What carriers took, a row for each part; only when one message is asked for */
            parts?: {
                /** @description Its name; null if the carrier was deleted */
                carrier: string | null;
                /** Format: uuid */
                carrierId: string;
                /** @description delivered, failed, rejected or unknown; of messages with several parts */
                outcome?: string;
                /** @description From 1 */
                part: number;
                /** @description By which the carrier knows it */
                reference: string;
                total: number;
            }[];
            /**
             * @description What the message costs; 0 once it was refunded (REJECTED, CANCELLED)
             * @example 1034.52
             */
            price: string;
            /** @description Why it was rejected or failed, or was not taken at the last try, where more is known */
            reason?: string;
            /** @description Its delivery reports, the first one first; only when one message is asked for */
            reports?: components["schemas"]["DeliveryDetails"][];
            /**
             * Format: date-time
             * @description Only for scheduled messages
             */
            scheduledAt?: string;
            segmentCount: number;
            sender: string;
            /**
             * @description ACCEPTED, or a state of delivery reports
             * @enum {unknown}
             */
            status: "ACCEPTED" | "SCHEDULED" | "SENT" | "DELIVERED" | "FAILED" | "REJECTED" | "UNKNOWN" | "CANCELLED";
            /**
             * Format: date-time
             * @description When the status last changed
             */
            updatedAt: string;
        };
        /** @description A filtered page may be short, even empty, and still have a nextCursor: it looks at a bounded number of rows. */
        MessagePage: {
            messages: components["schemas"]["MessageDetails"][];
            /** @description Absent on the last page */
            nextCursor?: string;
            /**
             * Format: date-time
             * @description How far back it has looked, where there is a nextCursor
             */
            searchedTo?: string;
        };
        MessageTimeline: {
            /** @description The oldest first; what is to come is last */
            entries: components["schemas"]["MessageTimelineEntry"][];
            message: components["schemas"]["MessageDetails"];
        };
        /** @description What `kind` says decides about the other fields */
        MessageTimelineEntry: {
            /**
             * Format: date-time
             * @description When it was accepted
             */
            at: string;
            /** @description The person, of a request from the console: the name of the session */
            by?: string;
            /**
             * @description Whether that was an operator or a user of the account. Absent before 0.2.0
             * @enum {unknown}
             */
            byKind?: "operator" | "operator-token" | "customer";
            /** Format: uuid */
            emailId?: string;
            /** @description The address that the e-mail came from */
            from?: string;
            /** Format: uuid */
            keyId?: string;
            /** @description What the key is called */
            keyLabel?: string;
            /** @description The first characters of the key */
            keyPrefix?: string;
            /** @enum {string} */
            kind: "request";
            /** @description Of the whole request */
            recipients: number;
            /** @description X-Request-Id of the request, at most 64 characters of it */
            requestId?: string;
            /**
             * Format: date-time
             * @description When it is to be sent
             */
            scheduledAt?: string;
            /**
             * @description Absent where it was not kept: before there was a timeline, and of what the service sends itself
             * @enum {unknown}
             */
            via?: "http" | "email" | "console" | "smpp" | "verify";
        } | {
            /**
             * @description Of this message; negative: taken from the balance
             * @example 1034.52
             */
            amount: string;
            /**
             * Format: date-time
             * @description When it was booked
             */
            at: string;
            /** @enum {unknown} */
            entry: "charge" | "refund" | "top-up" | "correction";
            /** @enum {string} */
            kind: "ledger";
            note?: string;
        } | {
            /**
             * Format: date-time
             * @description When the carrier took it, or when it began to wait for it
             */
            at: string;
            /** @description Its name; null if the carrier was deleted */
            carrier: string | null;
            /** Format: uuid */
            carrierId: string;
            /** @enum {string} */
            kind: "route";
            /** @description Why this way, by the routes as they are now */
            reason: string;
        } | {
            /**
             * Format: date-time
             * @description Since when
             */
            at: string;
            /** @description Tries that no carrier took; of the present state */
            attempts?: number;
            /** @enum {string} */
            kind: "state";
            /** @description Why, where more is known; of the present state */
            reason?: string;
            /**
             * @description ACCEPTED, or a state of delivery reports
             * @enum {unknown}
             */
            status: "ACCEPTED" | "SCHEDULED" | "SENT" | "DELIVERED" | "FAILED" | "REJECTED" | "UNKNOWN" | "CANCELLED";
        } | {
            /**
             * Format: date-time
             * @description When the carrier took it
             */
            at: string;
            carrier: string | null;
            /** Format: uuid */
            carrierId: string;
            /** @enum {string} */
            kind: "part";
            /** @description Of messages with several parts */
            outcome?: string;
            /** @description From 1 */
            part: number;
            /** @description By which the carrier knows it */
            reference: string;
            total: number;
        } | {
            /**
             * Format: date-time
             * @description When the receipt came
             */
            at: string;
            carrier: string | null;
            /** Format: uuid */
            carrierId: string;
            /** @enum {string} */
            kind: "receipt";
            /** @description delivered, failed, rejected or unknown */
            outcome: string;
            /** @description From 1 */
            part?: number;
            /** @description As it was received, at most 500 characters of it */
            text: string;
        } | {
            /** @description The first bytes of the answer */
            answer?: string;
            /**
             * Format: date-time
             * @description When the answer came or the attempt ended
             */
            at: string;
            /** @description From 1 */
            attempt: number;
            /** Format: uuid */
            deliveryId: string;
            durationMs: number;
            /** @description What went wrong, in plain words */
            error?: string;
            /**
             * @description The status that it tells
             * @enum {unknown}
             */
            event: "ACCEPTED" | "SCHEDULED" | "SENT" | "DELIVERED" | "FAILED" | "REJECTED" | "UNKNOWN" | "CANCELLED";
            /** @enum {string} */
            kind: "webhook";
            /** @description HTTP status, if there was an answer */
            status?: number;
            url: string;
        } | {
            /**
             * Format: date-time
             * @description When it is tried next
             */
            at: string;
            /**
             * Format: uuid
             * @description Of a webhook; otherwise it is the message that waits
             */
            deliveryId?: string;
            /** @enum {string} */
            kind: "retry";
            /** @description Why the message waits */
            reason?: string;
            url?: string;
        };
        OperatorCreated: {
            /**
             * Format: date-time
             * @description When it was created
             */
            createdAt: string;
            /** @description What the role support may read besides: text (of messages and e-mails), keys (their first characters) */
            grants: ("text" | "keys")[];
            hasPassword: boolean;
            /** @description Whether a log-in by password asks for a code */
            hasTotp: boolean;
            /**
             * Format: date-time
             * @description The last log-in
             */
            lastLoginAt?: string;
            /** @description To log in once and set a password; only if none was given */
            link?: {
                /**
                 * Format: date-time
                 * @description When it is not valid any more
                 */
                expiresAt: string;
                url: string;
            };
            /** @description Of the person, as the audit trail shows it */
            name: string;
            /** Format: uuid */
            operatorId: string;
            /**
             * @description admin may do everything; support only looks, without texts and keys
             * @enum {unknown}
             */
            role: "admin" | "support";
        };
        OperatorDetails: {
            /**
             * Format: date-time
             * @description When it was created
             */
            createdAt: string;
            /** @description What the role support may read besides: text (of messages and e-mails), keys (their first characters) */
            grants: ("text" | "keys")[];
            hasPassword: boolean;
            /** @description Whether a log-in by password asks for a code */
            hasTotp: boolean;
            /**
             * Format: date-time
             * @description The last log-in
             */
            lastLoginAt?: string;
            /** @description Of the person, as the audit trail shows it */
            name: string;
            /** Format: uuid */
            operatorId: string;
            /**
             * @description admin may do everything; support only looks, without texts and keys
             * @enum {unknown}
             */
            role: "admin" | "support";
        };
        OperatorList: {
            operators: components["schemas"]["OperatorDetails"][];
        };
        OperatorNow: {
            /** @description Messages, over the last ten seconds */
            acceptedPerSecond: number;
            /**
             * Format: date-time
             * @description When this was read
             */
            at: string;
            carriers: {
                /** Format: uuid */
                carrierId: string;
                enabled: boolean;
                /** @description Connections that are up, over all processes */
                linksUp: number;
                name: string;
                /** @description It asks for less at the moment */
                throttled: boolean;
                /** @description Messages that wait for it, counted up to 10000 */
                waiting: number;
            }[];
            /** @description Messages that became DELIVERED, over the last ten seconds */
            deliveredPerSecond: number;
            /** @description Since the oldest of them was accepted, or was scheduled for; 0 if none waits */
            oldestWaitingSeconds: number;
            /** @description Messages that wait for a carrier now, counted up to 10000 in each queue */
            waiting: number;
            /** @description Webhooks that are not delivered yet: those to send or to try again, counted up to 1000 for each account and 2000 in all, and up to 2000 that wait for an earlier one */
            webhookBacklog: number;
            /** @description The age of the oldest of them; 0 if there is none */
            webhookOldestSeconds: number;
        };
        OperatorOverview: {
            /** @description No message was ever accepted */
            empty: boolean;
            /** @description Why messages are FAILED, REJECTED or UNKNOWN, the most frequent first, at most 20; numbers and ids in a reason are left out */
            failures: {
                /** @description Messages */
                count: number;
                reason: string;
            }[];
            now: components["schemas"]["OperatorNow"];
            /** @enum {unknown} */
            range: "1h" | "24h" | "30d";
            /** @description Every step, the first one first; the last has not ended yet */
            series: {
                /** @description Messages accepted; the other numbers say what has become of them so far */
                accepted: number;
                /**
                 * Format: date-time
                 * @description When the step begins
                 */
                at: string;
                /** @description CANCELLED, and given back */
                cancelled: number;
                /** @description DELIVERED */
                delivered: number;
                /** @description FAILED */
                failed: number;
                /** @description Half of the delivered messages took no longer, within 12 %; absent if there are none */
                p50Seconds?: number;
                /** @description 95 % of the delivered messages took no longer, within 12 %; absent if there are none */
                p95Seconds?: number;
                /** @description REJECTED, and given back */
                rejected: number;
                /** @description Taken by a carrier that has not said more yet */
                sent: number;
                /** @description UNKNOWN */
                unknown: number;
                /** @description Scheduled, or on their way to a carrier */
                waiting: number;
            }[];
            /** @description Charges less refunds */
            spend: {
                /**
                 * @description In this currency
                 * @example 1034.52
                 */
                amount: string;
                currency: string;
            }[];
            /** @description Between two entries of the series: 60, 3600 or 86400 (days of UTC) */
            stepSeconds: number;
            totals: {
                /** @description Messages accepted; the other numbers say what has become of them so far */
                accepted: number;
                /** @description CANCELLED, and given back */
                cancelled: number;
                /** @description DELIVERED */
                delivered: number;
                /** @description Delivered among those that have ended, from 0 to 1; absent while none has */
                deliveredShare?: number;
                /** @description FAILED */
                failed: number;
                /** @description Half of the delivered messages took no longer, within 12 %; absent if there are none */
                p50Seconds?: number;
                /** @description 95 % of the delivered messages took no longer, within 12 %; absent if there are none */
                p95Seconds?: number;
                /** @description REJECTED, and given back */
                rejected: number;
                /** @description Taken by a carrier that has not said more yet */
                sent: number;
                /** @description UNKNOWN */
                unknown: number;
                /** @description Scheduled, or on their way to a carrier */
                waiting: number;
            };
        };
        OperatorStreamEvent: {
            data: components["schemas"]["OperatorNow"];
            /** @enum {string} */
            event: "now";
        } | {
            data: {
                /** @description As in the list, without texts; the oldest first, at most 100 */
                messages: components["schemas"]["MessageDetails"][];
                /** @description About how many more there were */
                skipped?: number;
            };
            /** @enum {string} */
            event: "messages";
        } | {
            data: {
                /** @enum {unknown} */
                what: "carriers" | "senders" | "inbound" | "deliveries" | "emails";
            };
            /** @enum {string} */
            event: "changed";
        } | {
            data: Record<string, never>;
            /** @enum {string} */
            event: "reset";
        };
        OptOut: {
            /**
             * Format: date-time
             * @description Since when
             */
            createdAt: string;
            /** @description null: it was erased; by a keyed hash it stays opted out */
            number: string | null;
            /** Format: uuid */
            optOutId: string;
            /** @description From which sender it wants no messages; null: from none of the account */
            sender: string | null;
            /**
             * @description keyword: it wrote STOP; request and import: by this API; operator: by whoever runs the service
             * @enum {unknown}
             */
            source: "keyword" | "request" | "import" | "operator";
        };
        OptOutList: {
            /** @description Absent on the last page; a filtered page may be short, even empty, and still have one */
            nextCursor?: string;
            optOuts: components["schemas"]["OptOut"][];
        };
        OptOutsAdded: {
            /** @description New in the list */
            added: number;
            /** @description In the list before */
            known: number;
        };
        OptOutSettings: {
            /** @description What is answered by SMS, from the number that was written to, at the usual price: once for each change, and at most 4 times a day to one number. Without a text there is no answer */
            answers: {
                HELP?: string;
                START?: string;
                STOP?: string;
            };
            /** @description Whether keywords change the list. What is in the list always counts */
            enabled: boolean;
            /** @description Whose words for STOP, START and HELP count */
            languages: ("bg" | "bs" | "cs" | "da" | "de" | "el" | "en" | "es" | "et" | "fi" | "fr" | "hr" | "hu" | "it" | "lt" | "lv" | "mk" | "nb" | "nl" | "pl" | "pt" | "ro" | "ru" | "sk" | "sl" | "sq" | "sr" | "sv" | "tr" | "uk")[];
            /** @description true: only your own words count, and STOP itself; false: they count besides those of the languages */
            replaces: boolean;
            /**
             * @description What STOP stops: messages from all senders of the account, or from the one that was written to
             * @enum {unknown}
             */
            scope: "account" | "sender";
            /** @description Words of your own. Capitals and marks make no difference */
            words: {
                HELP?: string[];
                START?: string[];
                STOP?: string[];
            };
        };
        Pause: {
            /**
             * Format: uuid
             * @description Of an account
             */
            accountId?: string;
            /** @description Who has paused it */
            by: string;
            /**
             * Format: uuid
             * @description Of a carrier
             */
            carrierId?: string;
            /**
             * @description What is paused: everything, a carrier or an account
             * @enum {unknown}
             */
            kind: "all" | "carrier" | "account";
            /** @description Of the carrier or the account */
            name?: string;
            /**
             * Format: date-time
             * @description Since when
             */
            since: string;
        };
        PauseList: {
            pauses: components["schemas"]["Pause"][];
        };
        Phone: {
            /**
             * @description E.164
             * @example +38640123456
             */
            number: string;
            /** @description The latest 100, the oldest first */
            thread: {
                /**
                 * Format: date-time
                 * @description When it arrived, or was written
                 */
                at: string;
                /**
                 * @description in: received by the phone; out: written on it
                 * @enum {unknown}
                 */
                direction: "in" | "out";
                /**
                 * Format: uuid
                 * @description Of what it wrote
                 */
                inboundId?: string;
                /**
                 * Format: uuid
                 * @description Of what it received
                 */
                messageId?: string;
                /** @description The other end: whose message it is, or whom the phone wrote to */
                sender: string;
                /** @description Of what it received */
                status?: string;
                text?: string;
            }[];
        };
        PhoneList: {
            /** @description The latest 50 that the simulator delivered to, or that answered; the latest one first */
            phones: {
                /**
                 * Format: date-time
                 * @description When it last received or wrote something
                 */
                lastAt: string;
                lastText?: string;
                /**
                 * @description E.164
                 * @example +38640123456
                 */
                number: string;
            }[];
        };
        Preview: {
            /** @description Whether balance and credit limit cover it at this moment */
            affordable: boolean;
            /** @description Balance after sending */
            balanceAfter: number;
            /** @description The text after replacement */
            content: string;
            currency: string;
            encoding: string;
            /** @description Characters outside the GSM set, and where they stand in the text after replacement (in characters, from 0) */
            forcesUnicode: {
                character: string;
                positions: number[];
            }[];
            recipients: {
                country: string;
                destination: string;
                /** @description Whole price of the message */
                price: number;
                /** @description Why its message would be REJECTED: it has opted out */
                rejected?: string;
            }[];
            segmentCount: number;
            /** @description Price of all messages */
            total: number;
        };
        PriceList: {
            /** @description How many accounts have it */
            accountCount: number;
            /**
             * Format: date-time
             * @description From when on its prices hold
             */
            activeFrom: string;
            /** @description Until when its prices hold; null: without an end */
            activeTo: string | null;
            /** @description For how many countries it has a price */
            countryCount: number;
            /**
             * Format: date-time
             * @description When it was created
             */
            createdAt: string;
            /**
             * @description Three letters of ISO 4217
             * @example EUR
             */
            currency: string;
            /** @description Of the list; customers see it beside their prices */
            name: string;
            /** Format: uuid */
            priceListId: string;
        };
        PriceListDetails: {
            /** @description How many accounts have it */
            accountCount: number;
            /** @description Who has it; the newest 1000 if there are more */
            accounts: {
                /** Format: uuid */
                accountId: string;
                name: string;
            }[];
            /**
             * Format: date-time
             * @description From when on its prices hold
             */
            activeFrom: string;
            /** @description Until when its prices hold; null: without an end */
            activeTo: string | null;
            /** @description For how many countries it has a price */
            countryCount: number;
            /**
             * Format: date-time
             * @description When it was created
             */
            createdAt: string;
            /**
             * @description Three letters of ISO 4217
             * @example EUR
             */
            currency: string;
            /** @description Of the list; customers see it beside their prices */
            name: string;
            /** Format: uuid */
            priceListId: string;
            /** @description By country */
            prices: {
                /**
                 * @description ISO 3166 code
                 * @example SI
                 */
                country: string;
                /**
                 * @description For one segment
                 * @example 0.0125
                 */
                unitPrice: string;
            }[];
        };
        PriceListPage: {
            /** @description Absent on the last page */
            nextCursor?: string;
            priceLists: components["schemas"]["PriceList"][];
        };
        PricesPreview: {
            /** @description Countries that get a price */
            added: number;
            /** @description Countries whose price is another one */
            changed: number;
            /** @description All but the unchanged ones, by country */
            changes: {
                /**
                 * @description Absent: it loses its price
                 * @example 0.0125
                 */
                after?: string;
                /**
                 * @description Absent: the list has none for it now
                 * @example 0.0125
                 */
                before?: string;
                /** @description ISO 3166 code */
                country: string;
                /** @description In English */
                name?: string;
            }[];
            /** @description Countries that lose theirs: nobody with this list alone can send there */
            removed: number;
            unchanged: number;
        };
        PricesReplaced: {
            /** @description How many prices the list has now */
            imported: number;
        };
        Replayed: {
            /** @description Deliveries that begin anew */
            replayed: number;
        };
        RouteDetails: {
            /** Format: uuid */
            carrierId: string;
            country: string | null;
            prefix: string | null;
            /** @description The lowest that works is used */
            priority: number;
            /**
             * @description Which senders are replaced: all, or names and not numbers
             * @enum {unknown}
             */
            rewrites: "all" | "names";
            /** Format: uuid */
            routeId: string;
            /** @description Shown in place of the sender; several are a pool, of which every recipient always sees the same one */
            senders: string[];
            /** @description Share among equals */
            weight: number;
        };
        RouteExplanation: {
            /** @description Every route, in the order in which they would be tried; 500 at most */
            candidates: {
                /** @description Its name */
                carrier: string;
                /** Format: uuid */
                carrierId: string;
                chosen: boolean;
                country: string | null;
                /** @description Of the cost */
                currency?: string;
                /** @description Of what ended, if a policy asks for it and there was enough to judge by */
                deliveredPercent?: number;
                /** @description It takes the number */
                fits: boolean;
                prefix: string | null;
                /** @description The lowest that works is used */
                priority: number;
                /**
                 * @description Which senders are replaced: all, or names and not numbers
                 * @enum {unknown}
                 */
                rewrites: "all" | "names";
                /** Format: uuid */
                routeId: string;
                /** @description What would be shown as the sender; of a pool, one of it */
                sender?: string;
                /** @description Shown in place of the sender; several are a pool, of which every recipient always sees the same one */
                senders: string[];
                /** @description Why it was chosen, or why not */
                text: string;
                /** @description Per segment, if it is known */
                unitCost?: string;
                /** @description Its carrier is switched on and connected */
                up: boolean;
                /** @description Share among equals */
                weight: number;
            }[];
            /** @description Its name */
            carrier?: string;
            /**
             * Format: uuid
             * @description The carrier it would go over, or wait for
             */
            carrierId?: string;
            /** @description Of the number */
            country: string;
            destination: string;
            /**
             * @description nowhere: it would be rejected and its price given back; waits: until a carrier is connected, or goes on
             * @enum {unknown}
             */
            outcome: "carrier" | "nowhere" | "waits";
            /** @description The same in a sentence */
            text: string;
        };
        RouteList: {
            routes: components["schemas"]["RouteDetails"][];
        };
        RoutingPolicies: {
            policies: {
                /** @description null: every country that has none of its own */
                country: string | null;
                /**
                 * @description Among routes of the same priority and prefix: weight, the cheapest first, or first what delivers best
                 * @enum {unknown}
                 */
                policy: "weight" | "least cost" | "best delivery";
                /**
                 * @description Over which delivery is measured
                 * @default 24
                 */
                windowHours?: number;
            }[];
        };
        SenderPage: {
            /** @description Absent on the last page */
            nextCursor?: string;
            senders: components["schemas"]["SenderRecord"][];
        };
        SenderRecord: {
            /** Format: uuid */
            accountId: string;
            /** @description Only if true: too many wrong codes, no further one counts until you approve it */
            blocked?: boolean;
            /** @enum {unknown} */
            channel: "SMS" | "Viber";
            /**
             * Format: date-time
             * @description When it was registered
             */
            createdAt: string;
            /** @description Where its delivery reports go, unless a request says otherwise */
            deliveryReportUrl: string | null;
            /** @description Where messages to it go */
            inboundUrl: string | null;
            /** @description Of rejected ones */
            rejectionReason?: string;
            /** Format: uuid */
            senderId: string;
            /**
             * @description Pending: waits for your approval
             * @enum {unknown}
             */
            status: "Pending" | "Confirmation Pending" | "Confirmed" | "Rejected";
            /**
             * Format: date-time
             * @description When its status last changed
             */
            statusAt: string;
            /** @description Where changes of its status go */
            statusCallbackUrl: string | null;
            /** @description 0: alphanumeric, 1: MSISDN */
            type: number;
            /** @description The name or number */
            value: string;
            /** @description Until it is confirmed: wrong codes that its account gave for this value in 30 days */
            wrongCodes?: number;
        };
        SimulatedInbound: {
            /** @description Whose number or name it was sent to; null: nobody’s, and nobody is told */
            accountId: string | null;
            /** Format: uuid */
            inboundId: string;
        };
        SmppBind: {
            /** Format: uuid */
            accountId: string;
            accountName: string;
            /**
             * @description From where
             * @example 203.0.113.7
             */
            address: string;
            /** Format: uuid */
            bindId: string;
            /**
             * Format: date-time
             * @description Since when
             */
            boundAt: string;
            /** Format: uuid */
            credentialId: string;
            /** @description Receipts and inbound messages sent over it since it was bound */
            delivers: number;
            /** @description Over the last seconds */
            deliversPerSecond: number;
            /** @description It is about to be closed, for this reason */
            ending?: string;
            /** @description Requests of either side that were not answered, or answered with an error */
            errors: number;
            /**
             * Format: date-time
             * @description When it last sent a request
             */
            lastActivityAt?: string;
            /**
             * Format: date-time
             * @description Until when its PDUs are written down
             */
            logUntil?: string;
            /** @enum {unknown} */
            mode: "transmitter" | "receiver" | "transceiver";
            /** @description Which process has it: host and process id */
            process?: string;
            /** @description Since it was bound */
            submits: number;
            /** @description Over the last seconds */
            submitsPerSecond: number;
            /** @example shop1 */
            systemId: string;
            /** @description Requests without an answer at the moment, of both sides */
            unanswered: number;
            /**
             * @description Of SMPP, as the customer asked for it
             * @example 3.4
             */
            version: string;
            /** @description Requests that may be unanswered, of each side */
            window: number;
        };
        SmppBindPage: {
            binds: components["schemas"]["SmppBind"][];
            /** @description Absent on the last page */
            nextCursor?: string;
        };
        SmppCredential: {
            /** Format: uuid */
            accountId: string;
            /** @description Addresses and ranges (CIDR) from which it may be used; none: from any */
            allowedRanges: string[];
            /**
             * @description What data_coding 0 means in a submit. auto (default): GSM 03.38 with a septet in each octet, or ISO 8859-1 if the text has an octet above 0x7F; gsm: such a text is refused; packed: GSM 03.38, packed; latin1: always ISO 8859-1
             * @enum {unknown}
             */
            alphabet: "auto" | "gsm" | "packed" | "latin1";
            /** @description Whose numbers are meant by those that are marked as national; null: such numbers are refused */
            country: string | null;
            /**
             * Format: date-time
             * @description When it was issued
             */
            createdAt: string;
            /** Format: uuid */
            credentialId: string;
            /** @description From when on it is not valid; null: never */
            expiresAt: string | null;
            /** @description What it is for */
            label: string;
            /** @description When somebody was last bound with it, some seconds behind; null: nobody yet */
            lastUsedAt: string | null;
            /** @description Texts with data_coding 0 that were read as ISO 8859-1 (alphabet auto); null: none in the last 7 days. The customer should send data_coding 3 */
            latin1Warning: {
                /**
                 * Format: date-time
                 * @description When the last one was submitted
                 */
                lastAt: string;
                /** @description How many on the day (UTC) of the last one */
                texts: number;
            } | null;
            /**
             * @description How inbound messages that are too long for one deliver_sm come: in parts with a header, or whole in message_payload
             * @enum {unknown}
             */
            longInbound: "parts" | "payload";
            /** @description Binds at the same time, over all processes */
            maxBinds: number;
            /** @description Until when the password before the last rotation still counts */
            previousUntil: string | null;
            /** @description Requests a second over all binds; null: as many as the service allows a key in each process */
            rate: number | null;
            /**
             * @description Which binds get receipts of messages that were submitted with it: its own (default), or any bind of the account if it has none
             * @enum {unknown}
             */
            receiptBinds: "own" | "account";
            /** @description When it was revoked */
            revokedAt: string | null;
            /** @enum {unknown} */
            status: "live" | "expired" | "revoked";
            /**
             * @description The name to bind with; nobody else has it, or ever had it
             * @example corner-shop
             */
            systemId: string;
            /** @description Requests that may be unanswered on one bind, in each direction */
            window: number;
        };
        SmppCredentialIssued: {
            /** Format: uuid */
            accountId: string;
            /** @description Addresses and ranges (CIDR) from which it may be used; none: from any */
            allowedRanges: string[];
            /**
             * @description What data_coding 0 means in a submit. auto (default): GSM 03.38 with a septet in each octet, or ISO 8859-1 if the text has an octet above 0x7F; gsm: such a text is refused; packed: GSM 03.38, packed; latin1: always ISO 8859-1
             * @enum {unknown}
             */
            alphabet: "auto" | "gsm" | "packed" | "latin1";
            /** @description Whose numbers are meant by those that are marked as national; null: such numbers are refused */
            country: string | null;
            /**
             * Format: date-time
             * @description When it was issued
             */
            createdAt: string;
            /** Format: uuid */
            credentialId: string;
            /** @description From when on it is not valid; null: never */
            expiresAt: string | null;
            /** @description What it is for */
            label: string;
            /** @description When somebody was last bound with it, some seconds behind; null: nobody yet */
            lastUsedAt: string | null;
            /** @description Texts with data_coding 0 that were read as ISO 8859-1 (alphabet auto); null: none in the last 7 days. The customer should send data_coding 3 */
            latin1Warning: {
                /**
                 * Format: date-time
                 * @description When the last one was submitted
                 */
                lastAt: string;
                /** @description How many on the day (UTC) of the last one */
                texts: number;
            } | null;
            /**
             * @description How inbound messages that are too long for one deliver_sm come: in parts with a header, or whole in message_payload
             * @enum {unknown}
             */
            longInbound: "parts" | "payload";
            /** @description Binds at the same time, over all processes */
            maxBinds: number;
            /** @description Eight characters. They are shown here and never again */
            password: string;
            /** @description Until when the password before the last rotation still counts */
            previousUntil: string | null;
            /** @description Requests a second over all binds; null: as many as the service allows a key in each process */
            rate: number | null;
            /**
             * @description Which binds get receipts of messages that were submitted with it: its own (default), or any bind of the account if it has none
             * @enum {unknown}
             */
            receiptBinds: "own" | "account";
            /** @description When it was revoked */
            revokedAt: string | null;
            /** @enum {unknown} */
            status: "live" | "expired" | "revoked";
            /**
             * @description The name to bind with; nobody else has it, or ever had it
             * @example corner-shop
             */
            systemId: string;
            /** @description Requests that may be unanswered on one bind, in each direction */
            window: number;
        };
        SmppCredentialPage: {
            /** @description Absent on the last page */
            nextCursor?: string;
            smppCredentials: components["schemas"]["SmppCredential"][];
        };
        SmppPdu: {
            /**
             * Format: date-time
             * @description When
             */
            at: string;
            /** @example submit_sm */
            command: string;
            /**
             * @description in: from the customer
             * @enum {unknown}
             */
            direction: "in" | "out";
            /** @description What it holds. Passwords and texts are left out, and the middle of phone numbers */
            fields: {
                [key: string]: unknown;
            };
            /** @description In the order of the wire */
            place: number;
            sequence: number;
            /**
             * @description command_status
             * @example ESME_ROK
             */
            status: string;
        };
        SmppPduPage: {
            /** @description Absent on the last page */
            nextCursor?: string;
            pdus: components["schemas"]["SmppPdu"][];
        };
        Statistics: {
            /**
             * Format: date-time
             * @description When the numbers of the present were counted; half a minute ago at most
             */
            countedAt?: string;
            /** @description Every hour of the range, the first one first */
            hours: {
                /** @description Messages accepted in this hour; the other numbers say what has become of them so far */
                accepted: number;
                /** @description CANCELLED, and given back */
                cancelled: number;
                /** @description DELIVERED */
                delivered: number;
                /** @description FAILED */
                failed: number;
                /**
                 * Format: date-time
                 * @description When it begins
                 */
                hour: string;
                /** @description Half of the delivered messages took no longer, within 12 %; absent if there are none */
                p50Seconds?: number;
                /** @description 95 % of the delivered messages took no longer, within 12 %; absent if there are none */
                p95Seconds?: number;
                /** @description REJECTED, and given back */
                rejected: number;
                /** @description Taken by a carrier that has not said more yet */
                sent: number;
                /** @description UNKNOWN */
                unknown: number;
                /** @description Scheduled, or on their way to a carrier */
                waiting: number;
            }[];
            /** @description By account and country, the largest first, at most 1000 */
            spend: {
                /** Format: uuid */
                accountId: string;
                /**
                 * @description Charges less refunds
                 * @example 1034.52
                 */
                amount: string;
                country: string;
                /**
                 * @description Three letters of ISO 4217
                 * @example EUR
                 */
                currency: string;
                /** @description Messages paid for */
                messages: number;
            }[];
        };
        StatisticsRows: {
            /** @description Only what has messages, at most 1000 */
            rows: {
                /** @description Messages accepted; the other numbers say what has become of them so far */
                accepted: number;
                /** @description CANCELLED, and given back */
                cancelled: number;
                /** @description Of spend; a key with several currencies has a row for each */
                currency: string;
                /** @description DELIVERED */
                delivered: number;
                /** @description Delivered among those that have ended, from 0 to 1; absent while none has */
                deliveredShare?: number;
                /** @description FAILED */
                failed: number;
                /** @description A day such as 2026-11-16, the beginning of an hour, a country, or the id of a carrier (none: no carrier took them) or account */
                key: string;
                /** @description The name of the carrier or account */
                label?: string;
                /** @description REJECTED, and given back */
                rejected: number;
                /** @description Taken by a carrier that has not said more yet */
                sent: number;
                /**
                 * @description Charges less refunds
                 * @example 1034.52
                 */
                spend: string;
                /** @description UNKNOWN */
                unknown: number;
                /** @description Scheduled, or on their way to a carrier */
                waiting: number;
            }[];
        };
        /** @description A filtered page may be short, even empty, and still have a nextCursor: it looks at a bounded number of rows. */
        UnmatchedReceiptPage: {
            /** @description Absent on the last page */
            nextCursor?: string;
            receipts: {
                /** Format: uuid */
                carrierId: string;
                destination: string;
                /** @description The carrier's code; of a callback that is unread, what was not understood */
                error: string | null;
                /** @description delivered, failed, rejected or unknown; unread: a callback of an HTTP carrier that was not understood */
                outcome: string;
                /** Format: uuid */
                receiptId: string;
                /**
                 * Format: date-time
                 * @description When it came; kept for 72 hours
                 */
                receivedAt: string;
                /** @description References it may mean, the likeliest first */
                references: string[];
                /** @description The receipt as it came; of a callback, its first 16 KiB without headers */
                text: string;
            }[];
        };
        VerifyBlock: {
            /** @description Name of the account */
            account: string;
            /** Format: uuid */
            accountId: string;
            /** Format: uuid */
            blockId: string;
            /** @description Those of them that were confirmed */
            confirmed: number;
            /**
             * @description A country (SI), or a range of 10,000 numbers by its first digits
             * @example +3864012
             */
            scope: string;
            /**
             * Format: date-time
             * @description Since when
             */
            since: string;
            /** @description Codes that were sent there before it began */
            started: number;
            /**
             * Format: date-time
             * @description When it ends by itself
             */
            until: string;
        };
        VerifyBlockList: {
            /** @description The latest first, at most 1000 */
            blocks: components["schemas"]["VerifyBlock"][];
        };
        VerifyConversion: {
            /** @description Name of the account */
            account: string;
            /** Format: uuid */
            accountId: string;
            /**
             * Format: date-time
             * @description If it is blocked
             */
            blockedUntil?: string;
            /** @description Those of them that were confirmed */
            confirmed: number;
            /** @description ISO 3166 code */
            country: string;
            /** @description No code was confirmed in that time */
            fresh: boolean;
            /** @description Of a range of 10,000 numbers, where they were asked for */
            prefix?: string;
            /** @description Codes that were sent */
            started: number;
        };
        VerifyConversionList: {
            /** @description Those with the most unconfirmed codes first, at most 200 */
            conversions: components["schemas"]["VerifyConversion"][];
        };
        VerifyLimits: {
            /** @description What counts: those, and the settings */
            inForce: {
                /** @description Percent of the codes that have to be confirmed, or a range or country is blocked; 0: nothing is */
                conversion: number;
                /** @description The same for a range in which no code was confirmed yet */
                freshPrefix: number;
                /** @description Codes in an hour */
                perAccount: number;
                /** @description Codes to one number in an hour; four times as many in a day */
                perNumber: number;
                /** @description Codes to a range of 10,000 numbers in an hour */
                perPrefix: number;
                windowHours: number;
            };
            /** @description Set for this account */
            own: {
                /** @description Percent of the codes that have to be confirmed, or a range or country is blocked; 0: nothing is */
                conversion?: number;
                /** @description The same for a range in which no code was confirmed yet */
                freshPrefix?: number;
                /** @description Codes in an hour */
                perAccount?: number;
                /** @description Codes to one number in an hour; four times as many in a day */
                perNumber?: number;
                /** @description Codes to a range of 10,000 numbers in an hour */
                perPrefix?: number;
            };
        };
        WaitingMessages: {
            /** @description By account */
            accounts: {
                /** Format: uuid */
                accountId: string;
                /**
                 * @description What they cost, which is given back when they are cancelled
                 * @example 1034.52
                 */
                amount: string;
                currency: string;
                messages: number;
                name: string;
            }[];
            /** @description There may be more than were counted */
            bounded: boolean;
            /** @description In all, counted up to 200000 */
            messages: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listAccounts: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before */
                cursor?: string;
                /** @description A whole number from 1 to 1000 */
                limit?: string;
                /** @description Part of the name, in any case */
                name?: string;
                /** @description A suspended account can send nothing */
                status?: "active" | "suspended";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of accounts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountPage"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    contactEmail?: string | null;
                    /**
                     * @description How far below zero the balance may go; 0 if left out
                     * @example 25.50
                     */
                    creditLimit?: string;
                    /**
                     * @description Three letters of ISO 4217
                     * @example EUR
                     */
                    currency: string;
                    /** @description Of the customer */
                    name: string;
                };
            };
        };
        responses: {
            /** @description The new account */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountDetails"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountDetails"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    contactEmail?: string | null;
                    /**
                     * @description How far below zero the balance may go
                     * @example 25.50
                     */
                    creditLimit?: string;
                    /** @description Interfaces of other gateways that it may use besides the own one */
                    doors?: ("kannel" | "jasmin" | "twilio")[];
                    /**
                     * @description Which way inbound messages go, unless a sender says otherwise. auto: to the URL of the sender; if it has none, to the binds of an account that has bound by SMPP
                     * @enum {unknown}
                     */
                    inbound?: "auto" | "webhook" | "smpp" | "both";
                    /** @description Of the customer */
                    name?: string;
                    /**
                     * @description Which way its delivery reports go, unless a sender says otherwise. auto: to the binds if a message came by SMPP and asks for receipts, to the URL of the request or its sender otherwise
                     * @enum {unknown}
                     */
                    receipts?: "auto" | "webhook" | "smpp" | "both";
                    /**
                     * @description A suspended account can send nothing
                     * @enum {unknown}
                     */
                    status?: "active" | "suspended";
                };
            };
        };
        responses: {
            /** @description The account as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountDetails"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account owes more than the new limit */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createAccountLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Of the person, for the audit trail
                     * @example Anna
                     */
                    name?: string;
                };
            };
        };
        responses: {
            /** @description The link */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleLink"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    correctBalance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What to add to the balance, negative to take from it; not zero
                     * @example -12.50
                     */
                    amount: string;
                    /**
                     * Format: uuid
                     * @description Your own id of this booking: asked for twice, it is booked once
                     */
                    id?: string;
                    /** @description Why */
                    note: string;
                };
            };
        };
        responses: {
            /** @description It was booked before */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Booked"];
                };
            };
            /** @description The new entry */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Booked"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The balance does not cover it, or the id belongs to another booking */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listAccountKeys: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before */
                cursor?: string;
                /** @description A whole number from 1 to 1000 */
                limit?: string;
            };
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of keys */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyPage"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    issueKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description From which addresses an e-mail may use the key, in any case; none: from any */
                    allowedEmails?: string[];
                    /** @description From when on it is not valid; null: never */
                    expiresAt?: string | null;
                    /**
                     * @description What the key is for
                     * @example web shop
                     */
                    label?: string;
                };
            };
        };
        responses: {
            /** @description The new key */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyIssued"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listLedger: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before */
                cursor?: string;
                /** @description At or after */
                from?: string;
                kind?: "top-up" | "charge" | "refund" | "correction";
                /** @description A whole number from 1 to 1000 */
                limit?: string;
                /** @description Before */
                to?: string;
            };
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the ledger */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerPage"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listOptOuts: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before */
                cursor?: string;
                /** @description At or after */
                from?: string;
                /** @description A whole number from 1 to 1000 */
                limit?: string;
                /** @description All of one number, also if it was erased; the page parameters do not count then */
                number?: string;
                /** @description Of one sender only */
                sender?: string;
                /** @description Before */
                to?: string;
            };
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of opt-outs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OptOutList"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    addOptOuts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description E.164, with their leading +. One that is wrong, and none is added */
                    numbers: string[];
                    /** @description Messages from this sender only; left out or null: from any of the account */
                    sender?: string | null;
                };
            };
        };
        responses: {
            /** @description They are in the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OptOutsAdded"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    downloadOptOuts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All opt-outs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many files are being written */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteOptOut: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
                optOutId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such opt-out */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    importOptOuts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example number,sender
                 *     +38640123457,
                 */
                "text/csv": string;
            };
        };
        responses: {
            /** @description They are in the list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OptOutsAdded"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is something else */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOptOutSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its settings */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OptOutSettings"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeOptOutSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What is answered by SMS, from the number that was written to, at the usual price: once for each change, and at most 4 times a day to one number. Without a text there is no answer */
                    answers?: {
                        HELP?: string;
                        START?: string;
                        STOP?: string;
                    };
                    /** @description Whether keywords change the list. What is in the list always counts */
                    enabled?: boolean;
                    /** @description Whose words for STOP, START and HELP count */
                    languages?: ("bg" | "bs" | "cs" | "da" | "de" | "el" | "en" | "es" | "et" | "fi" | "fr" | "hr" | "hu" | "it" | "lt" | "lv" | "mk" | "nb" | "nl" | "pl" | "pt" | "ro" | "ru" | "sk" | "sl" | "sq" | "sr" | "sv" | "tr" | "uk")[];
                    /** @description true: only your own words count, and STOP itself; false: they count besides those of the languages */
                    replaces?: boolean;
                    /**
                     * @description What STOP stops: messages from all senders of the account, or from the one that was written to
                     * @enum {unknown}
                     */
                    scope?: "account" | "sender";
                    /** @description Words of your own. Capitals and marks make no difference */
                    words?: {
                        HELP?: string[];
                        START?: string[];
                        STOP?: string[];
                    };
                };
            };
        };
        responses: {
            /** @description As they are now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OptOutSettings"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listAccountPriceLists: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before */
                cursor?: string;
                /** @description A whole number from 1 to 1000 */
                limit?: string;
            };
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of price lists */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PriceListPage"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    assignPriceList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
                priceListId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account has it */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The list is in another currency */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    unassignPriceList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
                priceListId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account has it no longer */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such price list of the account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listAccountSmppCredentials: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before */
                cursor?: string;
                /** @description A whole number from 1 to 1000 */
                limit?: string;
            };
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of credentials */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SmppCredentialPage"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    issueSmppCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Addresses and ranges (CIDR) from which it may be used; none: from any */
                    allowedRanges?: string[];
                    /**
                     * @description What data_coding 0 means in a submit. auto (default): GSM 03.38 with a septet in each octet, or ISO 8859-1 if the text has an octet above 0x7F; gsm: such a text is refused; packed: GSM 03.38, packed; latin1: always ISO 8859-1
                     * @enum {unknown}
                     */
                    alphabet?: "auto" | "gsm" | "packed" | "latin1";
                    /** @description Whose numbers are meant by those that are marked as national; null: such numbers are refused */
                    country?: string | null;
                    /** @description From when on it is not valid; null: never */
                    expiresAt?: string | null;
                    /** @description What it is for */
                    label?: string;
                    /**
                     * @description How inbound messages that are too long for one deliver_sm come: in parts with a header, or whole in message_payload
                     * @enum {unknown}
                     */
                    longInbound?: "parts" | "payload";
                    /** @description Binds at the same time, over all processes */
                    maxBinds?: number;
                    /** @description Requests a second over all binds; null: as many as the service allows a key in each process */
                    rate?: number | null;
                    /**
                     * @description Which binds get receipts of messages that were submitted with it: its own (default), or any bind of the account if it has none
                     * @enum {unknown}
                     */
                    receiptBinds?: "own" | "account";
                    /**
                     * @description The name to bind with; nobody else has it, or ever had it
                     * @example corner-shop
                     */
                    systemId?: string;
                    /** @description Requests that may be unanswered on one bind, in each direction */
                    window?: number;
                };
            };
        };
        responses: {
            /** @description The new credential */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SmppCredentialIssued"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The systemId is taken */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    topUp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description More than zero
                     * @example 25.50
                     */
                    amount: string;
                    /**
                     * Format: uuid
                     * @description Your own id of this booking: asked for twice, it is booked once
                     */
                    id?: string;
                    /** @description What it was for */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description It was booked before */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Booked"];
                };
            };
            /** @description The new entry */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Booked"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The id belongs to another booking */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getVerifyLimits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its own, and what counts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifyLimits"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    setVerifyLimits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        /** @description What is left out is as the settings say */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Percent of the codes that have to be confirmed, or a range or country is blocked; 0: nothing is */
                    conversion?: number;
                    /** @description The same for a range in which no code was confirmed yet */
                    freshPrefix?: number;
                    /** @description Codes in an hour */
                    perAccount?: number;
                    /** @description Codes to one number in an hour; four times as many in a day */
                    perNumber?: number;
                    /** @description Codes to a range of 10,000 numbers in an hour */
                    perPrefix?: number;
                };
            };
        };
        responses: {
            /** @description Its own, and what counts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifyLimits"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listAudit: {
        parameters: {
            query?: {
                accountId?: string;
                action?: string;
                /** @description nextCursor of the page before */
                cursor?: string;
                /** @description At or after */
                from?: string;
                /** @description A whole number from 1 to 1000 */
                limit?: string;
                subjectId?: string;
                /** @description Before */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the audit trail */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listCarriers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All carriers, by name */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarrierList"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createCarrier: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    description?: {
                        [key: string]: unknown;
                    } | null;
                    /** @description false: nothing goes over it */
                    enabled?: boolean;
                    /** @description One of its own */
                    name: string;
                    signingSecret?: string | null;
                    /** @description simulator:…, smpp(s)://system_id:password@host:port?… or https+twilio://user:password@host?… (see the reference of carrier addresses) */
                    url: string;
                };
            };
        };
        responses: {
            /** @description The new carrier */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarrierDetails"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Another carrier has the name, or it is the default one */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getCarrier: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                carrierId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The carrier */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarrierDetails"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such carrier */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteCarrier: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                carrierId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such carrier */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Another carrier has the name, or it is the default one */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeCarrier: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                carrierId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    description?: {
                        [key: string]: unknown;
                    } | null;
                    /** @description false: nothing goes over it */
                    enabled?: boolean;
                    /** @description One of its own */
                    name?: string;
                    signingSecret?: string | null;
                    /** @description simulator:…, smpp(s)://system_id:password@host:port?… or https+twilio://user:password@host?… (see the reference of carrier addresses) */
                    url?: string;
                };
            };
        };
        responses: {
            /** @description The carrier as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarrierDetails"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such carrier */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Another carrier has the name, or it is the default one */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getCarrierCosts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                carrierId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its costs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarrierCosts"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such carrier */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    replaceCarrierCosts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                carrierId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Each country once; what is left out has no cost from then on */
                    costs: {
                        /** @example SI */
                        country: string;
                        /**
                         * @description Per segment
                         * @example 0.0042
                         */
                        unitCost: string;
                    }[];
                    /**
                     * @description Three letters of ISO 4217
                     * @example EUR
                     */
                    currency: string;
                };
            };
        };
        responses: {
            /** @description Its costs as they are now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarrierCosts"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such carrier */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The costs of other carriers are in another currency */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    testCarrier: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @description A carrier that there is: its address is tried, or the one given with its password
                     */
                    carrierId?: string;
                    /** @description How a generic HTTP carrier is called */
                    description?: {
                        [key: string]: unknown;
                    };
                    /** @description simulator:…, smpp(s)://system_id:password@host:port?… or https+twilio://user:password@host?… (see the reference of carrier addresses) */
                    url?: string;
                };
            };
        };
        responses: {
            /** @description How it went, step by step */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarrierTrial"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such carrier */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Another test is under way */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createConsoleLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleLink"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listEmails: {
        parameters: {
            query?: {
                /** @description Of one account only */
                accountId?: string;
                /** @description The address in the From header */
                author?: string;
                /** @description nextCursor of the page before */
                cursor?: string;
                /** @description At or after */
                from?: string;
                /** @description A whole number from 1 to 1000 */
                limit?: string;
                /** @description sent; repeated: the same mail had been taken before; dropped: nothing to send or no valid key; rejected: by its From address or form; error: its author was told what is wrong */
                outcome?: "sent" | "repeated" | "dropped" | "rejected" | "error";
                /** @description Before */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of e-mails */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailPage"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                emailId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The e-mail */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailDetails"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such e-mail */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    tryEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A whole mail, headers and all */
                    raw?: string;
                    /** @description Only its text */
                    text?: string;
                };
                "message/rfc822": unknown;
            };
        };
        responses: {
            /** @description What would happen */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailTrial"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    eraseNumber: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description E.164, with its leading +
                     * @example +38640123456
                     */
                    phoneNumber: string;
                };
            };
        };
        responses: {
            /** @description What was erased */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Erased"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Something is in the way; nothing was erased */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was found */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthReport"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listInbound: {
        parameters: {
            query?: {
                /** @description Of one account only */
                accountId?: string;
                /** @description nextCursor of the page before */
                cursor?: string;
                /** @description At or after */
                from?: string;
                /** @description A whole number from 1 to 1000 */
                limit?: string;
                /** @description The number or name it was sent to */
                recipient?: string;
                /** @description The phone that sent it */
                sender?: string;
                /** @description Before */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of inbound messages */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboundPage"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before */
                cursor?: string;
                /** @description A whole number from 1 to 1000 */
                limit?: string;
                /** @description The first characters of the key, at most eight: the whole key would end in logs */
                prefix?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of keys */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyPage"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyDetails"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such key */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                keyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description From which addresses an e-mail may use the key, in any case; none: from any */
                    allowedEmails?: string[];
                    /** @description From when on it is not valid; null: never */
                    expiresAt?: string | null;
                    /**
                     * @description What the key is for
                     * @example web shop
                     */
                    label?: string;
                };
            };
        };
        responses: {
            /** @description The key as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyDetails"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such key */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key is revoked */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyDetails"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such key */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                keyId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description How long the old key still works; 0: not at all
                     * @default 86400
                     */
                    overlapSeconds?: number;
                };
            };
        };
        responses: {
            /** @description The new key */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyIssued"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such key */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The key has expired or is revoked */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listMails: {
        parameters: {
            query?: {
                /** @description Of one account only */
                accountId?: string;
                /** @description nextCursor of the page before */
                cursor?: string;
                kind?: "sender code" | "email2sms error";
                /** @description A whole number from 1 to 1000 */
                limit?: string;
                /** @description kept: there is no relay to send it */
                state?: "waiting" | "kept" | "sent" | "given up";
                /** @description About one sender or e-mail only */
                subjectId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of e-mails */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailPage"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getMail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                mailId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The e-mail */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailDetails"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such e-mail */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getMargins: {
        parameters: {
            query?: {
                /** @example SI */
                country?: string;
                /** @description At or after; 24 hours before its end */
                from?: string;
                /** @description Before; now */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The margins */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Margins"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listMessages: {
        parameters: {
            query?: {
                /** @description Of one account only */
                accountId?: string;
                /** @description Taken by this carrier, or handed to it without an answer */
                carrierId?: string;
                /** @description Include the texts */
                content?: "true" | "false";
                /**
                 * @description Of the destination
                 * @example SI
                 */
                country?: string;
                /** @description nextCursor of the page before */
                cursor?: string;
                /** @description E.164, with the + written as %2B */
                destination?: string;
                /** @description At or after */
                from?: string;
                /** @description A whole number from 1 to 1000 */
                limit?: string;
                /** @description Exactly */
                sender?: string;
                /** @description ACCEPTED, or a state of delivery reports */
                status?: "ACCEPTED" | "SCHEDULED" | "SENT" | "DELIVERED" | "FAILED" | "REJECTED" | "UNKNOWN" | "CANCELLED";
                /** @description Before */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of messages */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessagePage"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    downloadMessages: {
        parameters: {
            query?: {
                /** @description Of one account only */
                accountId?: string;
                /** @description Taken by this carrier, or handed to it without an answer */
                carrierId?: string;
                /** @description Include the texts */
                content?: "true" | "false";
                /**
                 * @description Of the destination
                 * @example SI
                 */
                country?: string;
                /** @description E.164, with the + written as %2B */
                destination?: string;
                /** @description At or after */
                from?: string;
                /** @description Exactly */
                sender?: string;
                /** @description ACCEPTED, or a state of delivery reports */
                status?: "ACCEPTED" | "SCHEDULED" | "SENT" | "DELIVERED" | "FAILED" | "REJECTED" | "UNKNOWN" | "CANCELLED";
                /** @description Before */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All that fit */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many files at a time */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                messageId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageDetails"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such message */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getMessageTimeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                messageId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What happened to it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageTimeline"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such message */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    cancelWaitingMessages: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Of one account only
                     */
                    accountId?: string;
                    /**
                     * Format: date-time
                     * @description That should have left before: accepted then, or scheduled for then
                     */
                    before?: string;
                    /**
                     * Format: uuid
                     * @description That wait for one carrier; scheduled ones do so only once their time has come
                     */
                    carrierId?: string;
                    /**
                     * @description To one country only
                     * @example SI
                     */
                    country?: string;
                    /**
                     * @description SCHEDULED: those with a scheduledTime, past or to come
                     * @enum {unknown}
                     */
                    status?: "ACCEPTED" | "SCHEDULED";
                };
            };
        };
        responses: {
            /** @description What was cancelled */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancelledMessages"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such carrier */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    sumWaitingMessages: {
        parameters: {
            query?: {
                /** @description Of one account only */
                accountId?: string;
                /** @description That should have left before: accepted then, or scheduled for then */
                before?: string;
                /** @description That wait for one carrier; scheduled ones do so only once their time has come */
                carrierId?: string;
                /**
                 * @description To one country only
                 * @example SI
                 */
                country?: string;
                /** @description SCHEDULED: those with a scheduledTime, past or to come */
                status?: "ACCEPTED" | "SCHEDULED";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WaitingMessages"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such carrier */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listOperators: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them, by name */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorList"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createOperator: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What the role support may read besides: text (of messages and e-mails), keys (their first characters) */
                    grants?: ("text" | "keys")[];
                    /** @description One of its own, in any case of letters */
                    name: string;
                    /** @description 12 to 200 characters */
                    password?: string;
                    /**
                     * @description admin may do everything; support only looks, without texts and keys
                     * @enum {unknown}
                     */
                    role: "admin" | "support";
                };
            };
        };
        responses: {
            /** @description The operator */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorCreated"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The name is taken */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteOperator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                operatorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such operator */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeOperator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                operatorId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What the role support may read besides: text (of messages and e-mails), keys (their first characters) */
                    grants?: ("text" | "keys")[];
                    /** @description null takes it away: then only a link leads in */
                    password?: string | null;
                    /** @description true: codes are not asked for any more */
                    resetTotp?: boolean;
                    /**
                     * @description admin may do everything; support only looks, without texts and keys
                     * @enum {unknown}
                     */
                    role?: "admin" | "support";
                };
            };
        };
        responses: {
            /** @description As it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorDetails"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such operator */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createOperatorLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                operatorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleLink"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such operator */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOverview: {
        parameters: {
            query?: {
                /** @description How far back */
                range?: "1h" | "24h" | "30d";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The numbers */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorOverview"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listPauses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Everything, then carriers, then accounts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PauseList"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    pauseAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pause, which may be older */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pause"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    resumeAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is not paused */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    pauseAll: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pause, which may be older */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pause"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    resumeAll: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is not paused */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    pauseCarrier: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                carrierId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pause, which may be older */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pause"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such carrier */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    resumeCarrier: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                carrierId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is not paused */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such carrier */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listPriceLists: {
        parameters: {
            query?: {
                /**
                 * @description Three letters of ISO 4217
                 * @example EUR
                 */
                currency?: string;
                /** @description nextCursor of the page before */
                cursor?: string;
                /** @description A whole number from 1 to 1000 */
                limit?: string;
                /** @description Part of the name, in any case */
                name?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of price lists */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PriceListPage"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createPriceList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @description From when on its prices hold
                     */
                    activeFrom?: string;
                    /** @description Until when its prices hold; null: without an end */
                    activeTo?: string | null;
                    /**
                     * @description Three letters of ISO 4217
                     * @example EUR
                     */
                    currency: string;
                    /** @description Of the list; customers see it beside their prices */
                    name: string;
                    /** @description One price for each country */
                    prices?: {
                        /**
                         * @description ISO 3166 code
                         * @example SI
                         */
                        country: string;
                        /**
                         * @description For one segment
                         * @example 0.0125
                         */
                        unitPrice: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description The new list */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PriceList"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPriceList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                priceListId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PriceListDetails"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such price list */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changePriceList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                priceListId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @description From when on its prices hold
                     */
                    activeFrom?: string;
                    /** @description Until when its prices hold; null: without an end */
                    activeTo?: string | null;
                    /** @description Of the list; customers see it beside their prices */
                    name?: string;
                };
            };
        };
        responses: {
            /** @description The list as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PriceList"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such price list */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    importPrices: {
        parameters: {
            query?: {
                /** @description true: say what would change, and change nothing */
                preview?: "true" | "false";
            };
            header?: never;
            path: {
                priceListId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example country,unit_price
                 *     SI,0.0125
                 */
                "text/csv": string;
            };
        };
        responses: {
            /** @description The new prices hold; of a preview: what would change */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PricesReplaced"] | components["schemas"]["PricesPreview"];
                };
            };
            /** @description Nothing was imported */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such price list */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is something else */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    replacePrices: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                priceListId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description One price for each country */
                    prices: {
                        /**
                         * @description ISO 3166 code
                         * @example SI
                         */
                        country: string;
                        /**
                         * @description For one segment
                         * @example 0.0125
                         */
                        unitPrice: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description The new prices hold */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PricesReplaced"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such price list */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listUnmatchedReceipts: {
        parameters: {
            query?: {
                /** @description Of one carrier only */
                carrierId?: string;
                /** @description nextCursor of the page before */
                cursor?: string;
                /** @description A whole number from 1 to 1000 */
                limit?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of receipts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnmatchedReceiptPage"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listRoutes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All routes, by country and prefix */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RouteList"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createRoute: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    carrierId: string;
                    country?: string | null;
                    prefix?: string | null;
                    /** @description The lowest that works is used */
                    priority?: number;
                    /**
                     * @description Which senders are replaced: all, or names and not numbers
                     * @enum {unknown}
                     */
                    rewrites?: "all" | "names";
                    /** @description Shown in place of the sender; several are a pool, of which every recipient always sees the same one */
                    senders?: string[];
                    /** @description Share among equals */
                    weight?: number;
                };
            };
        };
        responses: {
            /** @description The new route */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RouteDetails"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such carrier */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteRoute: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                routeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such route */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeRoute: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                routeId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    country?: string | null;
                    prefix?: string | null;
                    /** @description The lowest that works is used */
                    priority?: number;
                    /**
                     * @description Which senders are replaced: all, or names and not numbers
                     * @enum {unknown}
                     */
                    rewrites?: "all" | "names";
                    /** @description Shown in place of the sender; several are a pool, of which every recipient always sees the same one */
                    senders?: string[];
                    /** @description Share among equals */
                    weight?: number;
                };
            };
        };
        responses: {
            /** @description The route as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RouteDetails"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such route */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    explainRoute: {
        parameters: {
            query: {
                /**
                 * @description E.164, with the + written as %2B
                 * @example +38640123456
                 */
                destination: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The way */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RouteExplanation"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listRoutingPolicies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All policies */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoutingPolicies"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    replaceRoutingPolicies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description All there are from then on; none: weights decide everywhere */
                    policies: {
                        /** @description null: every country that has none of its own */
                        country: string | null;
                        /**
                         * @description Among routes of the same priority and prefix: weight, the cheapest first, or first what delivers best
                         * @enum {unknown}
                         */
                        policy: "weight" | "least cost" | "best delivery";
                        /**
                         * @description Over which delivery is measured
                         * @default 24
                         */
                        windowHours?: number;
                    }[];
                };
            };
        };
        responses: {
            /** @description All policies as they are now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoutingPolicies"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listSenders: {
        parameters: {
            query?: {
                /** @description Of one account only */
                accountId?: string;
                channel?: "SMS" | "Viber";
                /** @description nextCursor of the page before */
                cursor?: string;
                /** @description A whole number from 1 to 1000 */
                limit?: string;
                /** @description Pending: waits for your approval */
                status?: "Pending" | "Confirmation Pending" | "Confirmed" | "Rejected";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of senders */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SenderPage"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getSender: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                senderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sender */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SenderRecord"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such sender */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    approveSender: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                senderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sender as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SenderRecord"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such sender */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It was decided before */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    rejectSender: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                senderId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The customer reads it */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description The sender as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SenderRecord"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such sender */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description It was decided before */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    simulateInbound: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description A valid phone number, E.164
                     * @example +38640123456
                     */
                    from: string;
                    text: string;
                    /**
                     * @description A phone number, or the name of a sender
                     * @example +38640111222
                     */
                    to: string;
                };
            };
        };
        responses: {
            /** @description It has come in */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SimulatedInbound"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no simulator that it could come over */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listPhones: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The phones */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhoneList"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no simulator, and so there are no phones */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getPhone: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is on it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Phone"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no simulator, and so there are no phones */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listSmppBinds: {
        parameters: {
            query?: {
                /** @description Of one account only */
                accountId?: string;
                /** @description nextCursor of the page before */
                cursor?: string;
                /** @description A whole number from 1 to 1000 */
                limit?: string;
                /** @description With this system_id only */
                systemId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of binds */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SmppBindPage"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    disconnectSmppBind: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                bindId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description For the log and the audit trail */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description The bind, which is about to end */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SmppBind"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such bind */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listSmppPdus: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before */
                cursor?: string;
                /** @description A whole number from 1 to 1000 */
                limit?: string;
            };
            header?: never;
            path: {
                bindId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of PDUs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SmppPduPage"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    logSmppBind: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                bindId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description For how long from now; 0 ends it. At most 10000 PDUs of a bind are written down */
                    seconds: number;
                };
            };
        };
        responses: {
            /** @description The bind */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SmppBind"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such bind */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listSmppCredentials: {
        parameters: {
            query?: {
                /** @description nextCursor of the page before */
                cursor?: string;
                /** @description A whole number from 1 to 1000 */
                limit?: string;
                /** @description The one with this name */
                systemId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of credentials */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SmppCredentialPage"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getSmppCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                credentialId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The credential */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SmppCredential"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such credential */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeSmppCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                credentialId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Addresses and ranges (CIDR) from which it may be used; none: from any */
                    allowedRanges?: string[];
                    /**
                     * @description What data_coding 0 means in a submit. auto (default): GSM 03.38 with a septet in each octet, or ISO 8859-1 if the text has an octet above 0x7F; gsm: such a text is refused; packed: GSM 03.38, packed; latin1: always ISO 8859-1
                     * @enum {unknown}
                     */
                    alphabet?: "auto" | "gsm" | "packed" | "latin1";
                    /** @description Whose numbers are meant by those that are marked as national; null: such numbers are refused */
                    country?: string | null;
                    /** @description From when on it is not valid; null: never */
                    expiresAt?: string | null;
                    /** @description What it is for */
                    label?: string;
                    /**
                     * @description How inbound messages that are too long for one deliver_sm come: in parts with a header, or whole in message_payload
                     * @enum {unknown}
                     */
                    longInbound?: "parts" | "payload";
                    /** @description Binds at the same time, over all processes */
                    maxBinds?: number;
                    /** @description Requests a second over all binds; null: as many as the service allows a key in each process */
                    rate?: number | null;
                    /**
                     * @description Which binds get receipts of messages that were submitted with it: its own (default), or any bind of the account if it has none
                     * @enum {unknown}
                     */
                    receiptBinds?: "own" | "account";
                    /** @description Requests that may be unanswered on one bind, in each direction */
                    window?: number;
                };
            };
        };
        responses: {
            /** @description The credential as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SmppCredential"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such credential */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential is revoked */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    revokeSmppCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                credentialId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The credential as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SmppCredential"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such credential */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    rotateSmppCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                credentialId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description How long the old key still works; 0: not at all
                     * @default 86400
                     */
                    overlapSeconds?: number;
                };
            };
        };
        responses: {
            /** @description The credential with its new password */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SmppCredentialIssued"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such credential */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credential has expired or is revoked */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getStatistics: {
        parameters: {
            query?: {
                /** @description Of one account only */
                accountId?: string;
                /** @description Accepted in this hour or later; 24 hours before `to` if left out */
                from?: string;
                /** @description Accepted in an hour that begins before; now if left out */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The numbers */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Statistics"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getStatisticsBy: {
        parameters: {
            query?: {
                /** @description Of one account only */
                accountId?: string;
                /**
                 * @description To one country only
                 * @example SI
                 */
                country?: string;
                /** @description Accepted in this hour or later; 30 days before `to` if left out, a day for hours */
                from?: string;
                /** @description What a row is */
                group?: "day" | "hour" | "country" | "carrier" | "account";
                /** @description Accepted in an hour that begins before; now if left out */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The numbers */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatisticsRows"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getStatisticsByAsCsv: {
        parameters: {
            query?: {
                /** @description Of one account only */
                accountId?: string;
                /**
                 * @description To one country only
                 * @example SI
                 */
                country?: string;
                /** @description Accepted in this hour or later; 30 days before `to` if left out, a day for hours */
                from?: string;
                /** @description What a row is */
                group?: "day" | "hour" | "country" | "carrier" | "account";
                /** @description Accepted in an hour that begins before; now if left out */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The numbers, a line for each row */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    streamEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description The last `id` that was read: what came after it is sent first */
                "last-event-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events, for as long as they are read */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["OperatorStreamEvent"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listVerifyBlocks: {
        parameters: {
            query?: {
                /** @description Of one account only */
                accountId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Those that hold now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifyBlockList"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    liftVerifyBlock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                blockId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Lifted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such block */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listVerifyConversions: {
        parameters: {
            query?: {
                /** @description Of one account only */
                accountId?: string;
                by?: "country" | "prefix";
                /**
                 * @description Of one country only
                 * @example SI
                 */
                country?: string;
                /** @description A whole number from 1 to 168 */
                hours?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was sent and confirmed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifyConversionList"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Of one account only */
                accountId?: string;
                /** @description nextCursor of the page before */
                cursor?: string;
                /** @description At or after */
                from?: string;
                kind?: "delivery report" | "inbound message" | "sender status";
                /** @description A whole number from 1 to 1000 */
                limit?: string;
                /** @description The reports of one message, all on one page */
                messageId?: string;
                state?: "waiting" | "retrying" | "delivered" | "given up";
                /** @description Before */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryPage"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryDetails"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such delivery */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    replayDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It begins anew */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Replayed"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such delivery */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listEndpoints: {
        parameters: {
            query?: {
                /** @description Of one account only */
                accountId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoints */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndpointPage"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    replayDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    accountId: string;
                    /** @description Only deliveries to the origin of this URL */
                    endpoint?: string;
                    /**
                     * Format: date-time
                     * @description Replays what has failed or was given up since then
                     */
                    since: string;
                };
            };
        };
        responses: {
            /** @description They begin anew */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Replayed"];
                };
            };
            /** @description A field or parameter is wrong; nothing was changed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The operator token is missing or wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description By a session: not from the console itself, or not with this role */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such account */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than 1 MiB */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is compressed, or of a type that is not read here */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many wrong tokens came from this address */
            429: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unexpected error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The database is away */
            503: {
                headers: {
                    /** @description Seconds to wait before the next try */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
