import type {
  HistoryEntry,
  QuotaBounds,
  QuotaContent,
  QuotaSettings,
  RateLimitContent,
  RateLimitSettings,
} from '@cairn/contracts';
import {
  type Document,
  historyPage,
  type HistorySource,
  type Page,
  type PageRequest,
  type QueryContext,
  type Quotas,
  type StreamName,
  streamOf,
  type Versioned,
} from '@cairn/kernel';
import { QUOTAS, quota } from '../../domain/quota/state.js';
import { NEVER_SET, RATE_LIMITS, rateLimit } from '../../domain/rate-limit/state.js';
import { SETTINGS, settings } from './project.js';

type Reading = Pick<QueryContext, 'documents'>;

interface SettingsDocument extends Document {
  readonly revision: string;
  readonly updated_at?: string;
  readonly updated_by?: string;
}

/** What was set, with when and by whom. */
interface Known<Content> {
  readonly set: Partial<Content>;
  readonly by: { readonly updated_at: string | null; readonly updated_by: string | null };
  readonly revision: string;
}

const known = async <Content>({ documents }: Reading, id: string): Promise<Known<Content>> => {
  const found = (await documents.get(SETTINGS, id)) as SettingsDocument | undefined;
  if (found === undefined)
    return { set: {}, by: { updated_at: null, updated_by: null }, revision: NEVER_SET };
  const { id: _, revision, updated_at = null, updated_by = null, ...set } = found;
  return { set: set as Partial<Content>, by: { updated_at, updated_by }, revision };
};

const RATES: StreamName = streamOf(rateLimit, RATE_LIMITS);
const OF_QUOTAS: StreamName = streamOf(quota, QUOTAS);

/** The rates as administrators set them, over those of the configuration. */
export const rateLimitSettings = async (
  reading: Reading,
  configured: RateLimitContent,
): Promise<Versioned<RateLimitSettings>> => {
  const { set, by, revision } = await known<RateLimitContent>(reading, RATE_LIMITS);
  return { resource: { ...configured, ...set, ...by }, revision, streams: [RATES] };
};

/** The quotas as administrators set them, over those of the configuration. */
export const quotaSettings = async (
  reading: Reading,
  configured: Quotas,
): Promise<Versioned<QuotaSettings>> => {
  const { set, by, revision } = await known<QuotaContent>(reading, QUOTAS);
  const { accounts, plans = { free: {}, pro: {}, enterprise: {} }, overrides = [] } = set;
  const resource = { accounts: { ...boundsOf(configured), ...accounts }, plans, overrides, ...by };
  return { resource, revision, streams: [OF_QUOTAS] };
};

const boundsOf = ({ bytes, items, datasets }: Quotas): QuotaBounds => ({
  bytes: bytes === 0 ? null : bytes,
  items: items === 0 ? null : items,
  datasets: datasets === 0 ? null : datasets,
});

type Past = Pick<QueryContext, 'pointInTime' | 'past'>;

/** A page of who set the rates. */
export const rateLimitHistory = (
  source: HistorySource,
  past: Past,
  page: PageRequest,
): Promise<Page<HistoryEntry>> => historyIn(source, past, page, { stream: RATES, id: RATE_LIMITS });

/** A page of who set the quotas. */
export const quotaHistory = (
  source: HistorySource,
  past: Past,
  page: PageRequest,
): Promise<Page<HistoryEntry>> => historyIn(source, past, page, { stream: OF_QUOTAS, id: QUOTAS });

const historyIn = (
  source: HistorySource,
  { pointInTime, past }: Past,
  page: PageRequest,
  of: { readonly stream: StreamName; readonly id: string },
): Promise<Page<HistoryEntry>> =>
  historyPage({ ...source, pointInTime, past, ...of, collection: SETTINGS, projection: settings }, page);
