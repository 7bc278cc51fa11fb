import type { Person } from './people.js';

/** How a version answers what another one was asked. */
export interface Replayed {
  readonly compared: number;
  readonly agreed: number;
  /** `agreed` of `compared`. */
  readonly agreement: number;
  readonly labels: readonly { readonly label: string; readonly count: number; readonly agreed: number }[];
  readonly differences: readonly {
    readonly inference_id: string;
    readonly before: string;
    readonly after: string;
  }[];
}

/** Runs a version on what another version of its model was asked, the newest first; throws where that is not answered. */
export const replayed = async (
  { client }: Person,
  of: {
    readonly model: string;
    readonly version: string;
    readonly of_version: string;
    readonly limit: number;
  },
): Promise<Replayed> => {
  const answer = await client.send({
    method: 'POST',
    path: `/api/v1/models/${of.model}/versions/${of.version}/replay`,
    body: { of_version_id: of.of_version, limit: of.limit },
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`The replay was answered ${answer.status}: ${text}`);
  return JSON.parse(text) as Replayed;
};
