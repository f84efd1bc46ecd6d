import type { Overviews } from '../flows/overview.ts';
import type { Streams } from './stream/streams.ts';

/** What shows the present, to customers and operators. */
export type Live = { readonly overviews: Overviews; readonly streams: Streams };
