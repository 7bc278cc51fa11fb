import { freshId, type Principal } from '@cairn/kernel';
import type { ServiceUnderTest } from '@cairn/kernel/testkit';
import { atlasService, maps, setSheets } from './testing/atlas.js';
import { assetConformance } from './testkit/index.js';

/** Sheets are the versions of a map. */
const sheetsOf = async (running: ServiceUnderTest, id: string): Promise<readonly string[]> => {
  const { state } = await running.tools.streams.current(maps.kind.aggregate, id);
  return state.status === 'none' ? [] : state.sheets;
};
const set = (running: ServiceUnderTest, who: Principal, id: string, sheets: readonly string[]) =>
  running.done(who, setSheets, { id, sheets: [...sheets] });

assetConformance(maps, {
  service: atlasService,
  own: { depth: { initial: 0, values: [3, 4] } },
  versions: {
    make: async (running, who, id) => {
      const sheet = freshId();
      await set(running, who, id, [...(await sheetsOf(running, id)), sheet]);
      return sheet;
    },
    remove: async (running, who, id, gone) =>
      set(
        running,
        who,
        id,
        (await sheetsOf(running, id)).filter((sheet) => sheet !== gone),
      ),
  },
});
