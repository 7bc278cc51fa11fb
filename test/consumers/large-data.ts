import { setTimeout as pause } from 'node:timers/promises';

/** Where the REST interface is, and with whose rights it is asked. */
export interface Rest {
  readonly url: string;
  readonly token: string;
}

/** Fetches the data that a message names instead of holding them; asks again while Cairn cannot answer now. */
export const largeData = async ({ url, token }: Rest, dataref: string): Promise<unknown> => {
  for (;;) {
    const answer = await fetch(new URL(dataref, url), { headers: { authorization: `Bearer ${token}` } });
    if (answer.ok) return answer.json();
    if (answer.status !== 503) throw new Error(`${dataref}: ${answer.status} ${await answer.text()}`);
    await answer.body?.cancel();
    await pause(1_000 * Number(answer.headers.get('retry-after') ?? 1));
  }
};
