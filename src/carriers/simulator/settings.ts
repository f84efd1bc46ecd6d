import { count, oneOf } from '../../config/setting.ts';
import { type ParameterValues, parameter, readParameters, wrongUrl } from '../carrier-url.ts';

const anHour = 3_600_000;

/** The parameters of `simulator:`. */
export const SIMULATOR_PARAMETERS = {
  answerDelayMs: parameter('answer_delay', '2', 'milliseconds until a hand-over is answered', count(0, anHour)),
  receiptDelayMs: parameter('receipt_delay', '500', 'milliseconds until the receipt', count(0, anHour)),
  answerTimeoutMs: parameter(
    'timeout',
    '1000',
    'milliseconds to wait for an answer that never comes',
    count(1, anHour),
  ),
  repeatDelayMs: parameter(
    'repeat_delay',
    '1000',
    'milliseconds until what could not be stored comes again',
    count(1, anHour),
  ),
  window: parameter('window', '1000', 'messages in flight per process', count(1, 100_000)),
  rate: parameter('rate', '0', 'messages a second and process; 0 for no limit', count(0, 1_000_000)),
  unanswered: parameter('unanswered', 'resend', 'hand-overs without an answer', oneOf('resend', 'unknown')),
} as const;

export type SimulatorSettings = ParameterValues<typeof SIMULATOR_PARAMETERS>;

/** `simulator:`, or `simulator:?receipt_delay=0`. Throws a Problem for anything else. */
export function readSimulatorSettings(url: string): SimulatorSettings {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol !== 'simulator:') throw wrongUrl('it is not a URL such as simulator:?receipt_delay=500');
  if (parsed.host !== '' || parsed.pathname !== '') throw wrongUrl('the simulator has no address, only parameters');
  return Object.freeze(readParameters(parsed.searchParams, SIMULATOR_PARAMETERS));
}
