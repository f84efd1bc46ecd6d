import { createTransport, type Transporter } from 'nodemailer';

const connections = 4;
const patienceMs = 30_000;

export function openTransport(url: string): Transporter {
  return createTransport({
    url,
    pool: true,
    maxConnections: connections,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
  } as never);
}
