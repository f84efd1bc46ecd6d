/** The part of `smpp` from npm that the tests use; the package has no types. */
declare module 'smpp' {
  export type Fields = Record<string, unknown> & { command_status: number; message_id?: string };
  export type NodeSession = {
    bind_transceiver(fields: object, answered: (pdu: Fields) => void): void;
    submit_sm(fields: object, answered: (pdu: Fields) => void): void;
    query_sm(fields: object, answered: (pdu: Fields) => void): void;
    enquire_link(fields: object, answered: (pdu: Fields) => void): void;
    unbind(fields: object, answered: (pdu: Fields) => void): void;
    on(event: string, listener: (pdu: Fields & { response(): object }) => void): void;
    send(pdu: object): void;
    close(): void;
    destroy(): void;
  };
  const smpp: {
    connect(options: { url: string; auto_enquire_link_period?: number }, connected: () => void): NodeSession;
  };
  export default smpp;
}
