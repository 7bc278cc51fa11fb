import { conformance } from '@cairn/kernel/testkit';
import { changingCases } from './changing.js';
import { onceCases, serviceCases } from './commands.js';
import { endingCases, purgingCases } from './ending.js';
import { guardedCases } from './guarded.js';
import { listCases } from './listing.js';
import { halfMadeCases, makingCases, numberCases } from './making.js';
import { copyCases, pastCases, visiblePastCases } from './past.js';
import { projectionCases } from './projecting.js';
import { revertedEndCases, revertingCases } from './reverting.js';
import { placeCases, rightCases, toldCases } from './rights.js';
import { VersionsUnderTest } from './under-test.js';
import type { VersionsOfKind, VersionsWorld } from './world.js';

/** What the versions of every kind of asset keep to, at the level of their service. All of it follows from the library. */
export const versionConformance = (versions: VersionsOfKind, world: VersionsWorld): void => {
  const { area, called } = versions.kind.contract;

  /** Cases on a service of their own. */
  const alone = (title: string, cases: (under: () => VersionsUnderTest) => void): void => {
    describe(title, () => {
      let under: VersionsUnderTest;
      beforeAll(async () => {
        under = await VersionsUnderTest.start(versions, world);
      });
      afterAll(() => under.stop());
      cases(() => under);
    });
  };

  conformance(`the versions ${area}.${called}`, () => {
    alone('how one is made', (under) => makingCases(versions, world, under));
    alone('its number', numberCases);
    alone('one that is half made', (under) => halfMadeCases(versions, under));
    alone('how it is changed', (under) => changingCases(world, under));
    alone('who may do what', rightCases);
    alone('where it is', placeCases);
    alone('who reads its events', toldCases);
    const guarded = world.inside?.guarded;
    if (guarded !== undefined) alone('who may put what into it', (under) => guardedCases(guarded, under));
    alone('their lists', (under) => listCases(world, under));
    alone('its end', (under) => {
      endingCases(under);
      purgingCases(under);
    });
    alone('its reverts', (under) => {
      revertingCases(world, under);
      revertedEndCases(under);
    });
    alone('its past', pastCases);
    alone('what is seen of its past', visiblePastCases);
    alone('a copy', copyCases);
    alone('its documents', projectionCases);
    alone('its commands', onceCases);
    alone('its service', serviceCases);
  });
};
