import { CarrierError } from '../carrier.ts';

const most = { entries: 500, code: 60, text: 200 };
/** A code as it appears in a reason: `001`, `UNDELIV`, `ESME_RSUBMITFAIL`, `21610`. */
const code = /^[\w.:/-](?:[\w.:/ -]*[\w.:/-])?$/;

type Texts = Readonly<Record<string, string>>;

/** The operator's texts for the codes of a carrier; throws if one cannot be used. */
export function reasonTextsOf(texts: Texts | null): Texts {
  const entries = Object.entries(texts ?? {});
  if (entries.length > most.entries) throw invalid(`at most ${most.entries} codes`);
  for (const [key, text] of entries) {
    if (key.length > most.code || !code.test(key))
      throw invalid(
        `a code has 1 to ${most.code} letters, digits, dots, colons, slashes, hyphens, underscores or spaces`,
      );
    if (text.trim() === '' || text.length > most.text || /[\p{Cc}\p{Cs}]/u.test(text))
      throw invalid(`the text of ${key} needs 1 to ${most.text} characters, without control characters`);
  }
  const words = entries.map(([key]) => key.toUpperCase());
  const twice = words.find((word, place) => words.indexOf(word) !== place);
  if (twice !== undefined) throw invalid(`${twice} is there twice`);
  return texts ?? {};
}

const invalid = (message: string): CarrierError => new CarrierError('invalid', `reasonTexts: ${message}`);
