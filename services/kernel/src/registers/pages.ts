import type { ListedRegister, Registers } from './port.js';

/** Every register whose key starts with the prefix, also where they are more than one list holds; no page is empty. */
export async function* registerPages(
  registers: Pick<Registers, 'list'>,
  prefix: string,
): AsyncGenerator<readonly ListedRegister[], void, void> {
  let listed = await registers.list(prefix);
  for (;;) {
    const last = listed.at(-1);
    if (last === undefined) return;
    yield listed;
    listed = await registers.list(prefix, last.key);
  }
}
