import { conformance } from '@cairn/kernel/testkit';
import { onceCases } from './commands.js';
import { endingCases, purgingCases } from './ending.js';
import { explainingCases, personCases } from './explaining.js';
import { listCases } from './listing.js';
import { changingCases, makingCases } from './making.js';
import { FEW_MAILS, mailCases } from './mails.js';
import { pastCases } from './past.js';
import { projectionCases } from './projecting.js';
import { revertedEndCases, revertedPlaceCases, revertingCases } from './reverting.js';
import { groupCases, visibilityCases } from './seeing.js';
import { serviceCases } from './service.js';
import { shareEndCases } from './share-ends.js';
import { roleCases, sharingCases } from './sharing.js';
import { transferCases } from './transferring.js';
import { AssetsUnderTest } from './under-test.js';
import { logoCases, versionCases } from './versions.js';
import { beginningCases, visibleHistoryCases } from './visible-history.js';
import type { AssetUnderTest, AssetWorld } from './world.js';

/** What every kind of asset keeps to, at the level of its service. All of it follows from the library. */
export const assetConformance = (model: AssetUnderTest, world: AssetWorld): void => {
  const { area, called } = model.kind.contract;

  /** Cases on a service of their own. */
  const alone = (
    title: string,
    cases: (under: () => AssetsUnderTest) => void,
    limits?: Parameters<typeof AssetsUnderTest.start>[2],
  ): void => {
    describe(title, () => {
      let under: AssetsUnderTest;
      beforeAll(async () => {
        under = await AssetsUnderTest.start(model, world, limits);
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
    alone('its lists', (under) => listCases(world, model.kind.contract.operations.list.list, under));
    alone('its shares', (under) => {
      sharingCases(under);
      roleCases(under);
    });
    alone('the mails of its shares', mailCases, FEW_MAILS);
    alone('the end of its shares', shareEndCases);
    alone('its transfers', transferCases);
    alone('its active version', versionCases);
    alone('its logo', logoCases);
    alone('its documents', projectionCases);
    alone('its past', pastCases);
    alone('what is seen of its past', (under) => {
      visibleHistoryCases(under);
      beginningCases(under);
    });
    alone('its end', (under) => {
      endingCases(under);
      purgingCases(world, under);
    });
    alone('its reverts', (under) => {
      revertingCases(world, under);
      revertedPlaceCases(under);
      revertedEndCases(under);
    });
    alone('its commands', onceCases);
    alone('why it is seen', explainingCases);
    alone('what is told of persons', personCases);
    alone('its service', serviceCases);
  });
};
