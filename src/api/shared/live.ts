import type { Overviews } from '../../flows/statistics/overview.ts';
import type { Streams } from '../stream/streams.ts';

/** Live data for customers and operators. */
export type Live = { readonly overviews: Overviews; readonly streams: Streams };
