import { conformance } from '../testkit/conformance.js';
import { endingCases, onceCases, purgedCases, purgingCases, rightsCases } from './conformance-ending.js';
import { fieldCases, keptTextCases, ownFieldCases } from './conformance-fields.js';
import { frozenCases } from './conformance-frozen.js';
import { listCases } from './conformance-lists.js';
import { nestedCases, sweptCases } from './conformance-nested.js';
import { historyCases, pastCases, projectionCases } from './conformance-past.js';
import { replicaCases } from './conformance-replicas.js';
import { inverseCases, revertedEndCases, revertingCases } from './conformance-reverting.js';
import { serviceCases } from './conformance-service.js';
import { uniqueCases } from './conformance-unique.js';
import { Samples } from './conformance-values.js';
import { type ModelUnderTest, RecordsUnderTest, type RecordWorld } from './conformance-world.js';

export { recordAsParent, type RecordWorld } from './conformance-world.js';

/** What every record keeps to, at the level of its service. All of it follows from the definition. */
export const recordConformance = (model: ModelUnderTest, world: RecordWorld): void => {
  const record = model.definition;
  const { description } = record;
  const fields = new Samples(record, world.values, world.apart);

  /** Cases on a service of their own. */
  const alone = (title: string, cases: (under: () => RecordsUnderTest) => void): void => {
    describe(title, () => {
      let under: RecordsUnderTest;
      beforeAll(async () => {
        under = await RecordsUnderTest.start(model, world);
      });
      afterAll(() => under.stop());
      cases(() => under);
    });
  };

  conformance(`the record ${description.area}.${description.entity}`, () => {
    alone('its fields', (under) => {
      fieldCases(fields, under);
      ownFieldCases(record, fields, under);
      keptTextCases(record, under);
    });
    alone('its documents', projectionCases);
    alone('its past', (under) => {
      pastCases(under);
      historyCases(under);
    });
    alone('its end', (under) => {
      endingCases(under);
      purgingCases(under);
      purgedCases(under);
    });
    alone('its commands', (under) => {
      onceCases(under);
      rightsCases(under);
    });
    alone('its reverts', (under) => {
      revertingCases(fields, under);
      revertedEndCases(under);
      if (Object.keys(record.transitions).length > 0) inverseCases(record, under);
    });
    alone('its lists', (under) => listCases(record, under));
    alone('its service', serviceCases);
    if (description.inside !== undefined)
      alone('what it is in', (under) => {
        nestedCases(under);
        sweptCases(under);
      });
    if (description.unique === undefined) return;
    alone('what one only may have', (under) => uniqueCases(record, under));
    describe('what one only may have, over two streams', () => frozenCases(record, model, world));
    describe('what one only may have, over three replicas', () => replicaCases(record, model, world));
  });
};
