import { conformance } from '@cairn/kernel/testkit';
import { changingCases, makingCases } from './making.js';
import { groupCases, visibilityCases } from './seeing.js';
import { AssetsUnderTest } from './under-test.js';
import type { AssetUnderTest, AssetWorld } from './world.js';

/** What every kind of asset keeps to, at the level of its service. All of it follows from the library. */
export const assetConformance = (model: AssetUnderTest, world: AssetWorld): void => {
  const { area, called } = model.kind.contract;

  /** Cases on a service of their own. */
  const alone = (title: string, cases: (under: () => AssetsUnderTest) => void): void => {
    describe(title, () => {
      let under: AssetsUnderTest;
      beforeAll(async () => {
        under = await AssetsUnderTest.start(model, world);
      });
      afterAll(() => under.stop());
      cases(() => under);
    });
  };

  conformance(`the asset ${area}.${called}`, () => {
    alone('how it is made', (under) => {
      makingCases(world, under);
      changingCases(world, under);
    });
    alone('who sees it', (under) => {
      visibilityCases(under);
      groupCases(under);
    });
  });
};
