/** The body of every command, in wire order, with the field names of SMPP 3.4, chapter 4. Encoder, decoder and types derive from it. */
export type PduField =
  | { readonly kind: 'u8'; readonly name: string }
  | { readonly kind: 'cstring'; readonly name: string; readonly max: number }
  | { readonly kind: 'octets'; readonly name: string }
  | { readonly kind: 'destinations'; readonly name: string };

/** A recipient of submit_multi: a phone, or the name of a distribution list. */
export type SubmitDestination =
  | { readonly flag: 1; readonly ton: number; readonly npi: number; readonly address: string }
  | { readonly flag: 2; readonly name: string };

const u8 = <N extends string>(name: N) => ({ kind: 'u8', name }) as const;
/** `max` includes the closing NUL, as in the specification. */
const cstring = <N extends string>(name: N, max: number) => ({ kind: 'cstring', name, max }) as const;
/** One octet of length (sm_length), then the octets. */
const octets = <N extends string>(name: N) => ({ kind: 'octets', name }) as const;
/** One octet with their count, then each destination with its dest_flag. */
const destinations = <N extends string>(name: N) => ({ kind: 'destinations', name }) as const;

const address = <P extends string, N extends string>(prefix: P, name: N, max: number) =>
  [u8(`${prefix}_ton`), u8(`${prefix}_npi`), cstring(name, max)] as const;

const bind = [
  cstring('system_id', 16),
  // 9 in the specification, but carriers issue longer passwords.
  cstring('password', 65),
  cstring('system_type', 13),
  u8('interface_version'),
  u8('addr_ton'),
  u8('addr_npi'),
  cstring('address_range', 41),
] as const;
const bindResp = [cstring('system_id', 16)] as const;

const source = address('source_addr', 'source_addr', 21);
const destination = address('dest_addr', 'destination_addr', 21);
const messageId = cstring('message_id', 65);

const afterAddresses = [
  u8('esm_class'),
  u8('protocol_id'),
  u8('priority_flag'),
  cstring('schedule_delivery_time', 17),
  cstring('validity_period', 17),
  u8('registered_delivery'),
  u8('replace_if_present_flag'),
  u8('data_coding'),
  u8('sm_default_msg_id'),
  octets('short_message'),
] as const;

const shortMessage = [cstring('service_type', 6), ...source, ...destination, ...afterAddresses] as const;

const submitMulti = [cstring('service_type', 6), ...source, destinations('dest_address'), ...afterAddresses] as const;
/** A list of failed destinations would follow; it is always empty, since a message is sent to all its recipients or to none. */
const submitMultiResp = [messageId, u8('no_unsuccess')] as const;

const replace = [
  messageId,
  ...source,
  cstring('schedule_delivery_time', 17),
  cstring('validity_period', 17),
  u8('registered_delivery'),
  u8('sm_default_msg_id'),
  octets('short_message'),
] as const;

const dataSm = [
  cstring('service_type', 6),
  ...address('source_addr', 'source_addr', 65),
  ...address('dest_addr', 'destination_addr', 65),
  u8('esm_class'),
  u8('registered_delivery'),
  u8('data_coding'),
] as const;

const alert = [...address('source_addr', 'source_addr', 65), ...address('esme_addr', 'esme_addr', 65)] as const;

const queryResp = [messageId, cstring('final_date', 17), u8('message_state'), u8('error_code')] as const;
const cancel = [cstring('service_type', 6), messageId, ...source, ...destination] as const;

const command = <const B extends readonly PduField[]>(id: number, body: B) => ({ id, body });

export const COMMANDS = {
  generic_nack: command(0x80000000, []),
  bind_receiver: command(0x00000001, bind),
  bind_receiver_resp: command(0x80000001, bindResp),
  bind_transmitter: command(0x00000002, bind),
  bind_transmitter_resp: command(0x80000002, bindResp),
  query_sm: command(0x00000003, [messageId, ...source]),
  query_sm_resp: command(0x80000003, queryResp),
  submit_sm: command(0x00000004, shortMessage),
  submit_sm_resp: command(0x80000004, [messageId]),
  deliver_sm: command(0x00000005, shortMessage),
  deliver_sm_resp: command(0x80000005, [messageId]),
  unbind: command(0x00000006, []),
  unbind_resp: command(0x80000006, []),
  replace_sm: command(0x00000007, replace),
  replace_sm_resp: command(0x80000007, []),
  cancel_sm: command(0x00000008, cancel),
  cancel_sm_resp: command(0x80000008, []),
  bind_transceiver: command(0x00000009, bind),
  bind_transceiver_resp: command(0x80000009, bindResp),
  outbind: command(0x0000000b, [cstring('system_id', 16), cstring('password', 65)]),
  enquire_link: command(0x00000015, []),
  enquire_link_resp: command(0x80000015, []),
  submit_multi: command(0x00000021, submitMulti),
  submit_multi_resp: command(0x80000021, submitMultiResp),
  alert_notification: command(0x00000102, alert),
  data_sm: command(0x00000103, dataSm),
  data_sm_resp: command(0x80000103, [messageId]),
} as const;

type Commands = typeof COMMANDS;
export type CommandName = keyof Commands;

type FieldValue<F> = F extends { kind: 'u8' }
  ? number
  : F extends { kind: 'cstring' }
    ? string
    : F extends { kind: 'destinations' }
      ? readonly SubmitDestination[]
      : Buffer;

/** The body of a command as an object: `Body<'query_sm'>` has message_id, source_addr_ton, … */
export type Body<C extends CommandName> = {
  [F in Commands[C]['body'][number] as F['name']]: FieldValue<F>;
};

export const isResponseId = (id: number): boolean => id >= 0x80000000;

/** Commands that have a response. */
export type RequestName = { [C in CommandName]: `${C}_resp` extends CommandName ? C : never }[CommandName];
export type ResponseName<C extends RequestName = RequestName> = `${C}_resp`;

const byId = new Map<number, CommandName>(Object.entries(COMMANDS).map(([name, { id }]) => [id, name as CommandName]));

export const commandName = (id: number): CommandName | undefined => byId.get(id);

export const responseName = <C extends RequestName>(request: C): ResponseName<C> => `${request}_resp`;

export const isRequestName = (name: CommandName): name is RequestName => `${name}_resp` in COMMANDS;
