/** A request as documents, error e-mails and the API's examples show it. */
export const exampleRequest = ({ key, sender }: { readonly key: string; readonly sender: string }): string =>
  `#apikey#
${key}
#sender#
${sender}
#startdestination#
+38640123456
#enddestination#
#startcontent#
Your order is ready.
#endcontent#`;
