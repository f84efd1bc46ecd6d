import { type Reported, type ReportFormat, type ReportRequest, receiptField, urlEncoded } from './callback.ts';

type Jasmin = Extract<ReportFormat, { form: 'jasmin' }>;

/** Jasmin retries until the response is exactly this. */
const acknowledgement = 'ACK/Jasmin';

export function jasminRequest({ method }: Jasmin, url: string, reported: Reported): ReportRequest {
  const form = urlEncoded({ ...fieldsOf(reported), reference: reported.customerReference });
  const headers = {};
  if (method === 'POST') return { method, url, body: form, headers, expected: acknowledgement };
  const called = `${url}${url.includes('?') ? '&' : '?'}${form}`;
  return { method, url: called, body: '', headers, expected: acknowledgement };
}

/** Level 1 is the carrier's response, level 2 the final outcome of the message. */
function fieldsOf(reported: Reported): Record<string, string | undefined> {
  const { messageId: id, status, carrier: connector = '', reference, receipt, acceptedAt, at } = reported;
  const message_status = statusOf(reported);
  if (status === 'SENT' || (reference === undefined && status !== 'UNKNOWN'))
    return { id, message_status, level: '1', connector };
  return {
    id,
    id_smsc: reference ?? '',
    message_status,
    level: '2',
    connector,
    subdate: receiptField(receipt, 'submit date') ?? minuteOf(acceptedAt),
    donedate: receiptField(receipt, 'done date') ?? minuteOf(at),
    sub: receiptField(receipt, 'sub') ?? '001',
    dlvrd: receiptField(receipt, 'dlvrd') ?? (status === 'DELIVERED' ? '001' : '000'),
    err: receiptField(receipt, 'err') ?? '000',
    text: '',
  };
}

/** The status of the carrier's receipt, or the one that a receipt would have had. */
function statusOf({ status, reference, receipt }: Reported): string {
  if (status === 'SENT') return 'ESME_ROK';
  if (status === 'DELIVERED') return 'DELIVRD';
  if (status === 'UNKNOWN') return 'UNKNOWN';
  if (reference === undefined) return 'ESME_RSUBMITFAIL';
  return receiptField(receipt, 'stat')?.toUpperCase() ?? (status === 'REJECTED' ? 'REJECTD' : 'UNDELIV');
}

const minuteOf = (date: Date): string => date.toISOString().slice(2, 16).replaceAll(/[-T:]/g, '');
