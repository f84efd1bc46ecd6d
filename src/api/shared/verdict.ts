import { type Verdict, verdictForCustomer } from '../../domain/message/verdict.ts';
import { noteSentence, verdictSentence } from '../../domain/message/verdict-sentence.ts';

function sharedBody(verdict: Verdict) {
  const { kind, cause, since, until, seconds, attempts, notes, isByOperator } = verdict;
  return {
    ...{ kind, sentence: verdictSentence(verdict) },
    cause: cause && {
      reasonText: cause.text,
      ...{ advice: cause.advice, by: cause.by },
      code: 'code' in cause ? cause.code : undefined,
    },
    ...{ since, until, seconds, attempts, cancelledByOperator: isByOperator },
    notes: notes.map((note) => ({
      ...{ kind: note.kind, sentence: noteSentence(note), at: note.at },
      ...('deliveryId' in note && {
        deliveryId: note.deliveryId,
        attempts: note.attempts,
        reasonText: note.cause,
      }),
    })),
    actions: verdict.actions,
  };
}

export const customerVerdict = (verdict: Verdict) => sharedBody(verdictForCustomer(verdict));

export function operatorVerdict(verdict: Verdict) {
  const { paused, by, carrier } = verdict;
  return { ...sharedBody(verdict), paused, by, carrierId: carrier?.id, carrier: carrier?.name };
}
