/** A classifier of mails is trained, served, replaced by a worse one and put back; what it answered outlives a kill. */
import { ProblemError } from '@cairn/client';
import type { Inference, Model } from '@cairn/contracts';
import { asked, severalAtOnce } from '../support/asking.js';
import { type Classifier, type Example, shuffled, trained } from '../support/mail-classifier.js';
import { mails } from '../support/mails.js';
import { type Person, somebody } from '../support/people.js';
import { replayed } from '../support/replaying.js';
import { type RunningCairn, topologies } from '../support/topology.js';

const SEED = 36;
const HELD_OUT = 1_000;
/** Killed when so many were answered. */
const KILLED_AT = 400;
const AT_ONCE = 8;
/** Nearer than this the two may differ: the model reckons in floats of 32 bits. */
const LEAST_MARGIN = 1e-4;

const config = { task: 'text-classification', tokenizer: { type: 'whitespace', lowercase: true } };

describe.each(topologies)('a classifier of mails on $name', (topology) => {
  const told: string[] = [];
  let cairn: RunningCairn;
  let ada: Person;
  let heldOut: readonly Example[];
  let good: Classifier;
  let worse: Classifier;
  let model: string;
  let first: string;
  let second: string;
  let answers: readonly Inference[];
  let whenFirst: string;
  let whenSecond: string;
  beforeAll(async () => {
    cairn = await topology.start();
    ada = await somebody(cairn);
  });
  afterAll(async () => {
    await cairn.remove();
    process.stdout.write(told.map((line) => `    ${line}\n`).join(''));
  });

  const read = async (query = {}): Promise<Model> =>
    (await ada.client.call('getModel', { params: { id: model }, query })).body;
  const activate = async (version_id: string): Promise<string> => {
    const params = { id: model, version_id };
    return (await ada.client.call('activateModelVersion', { params })).body.updated_at;
  };
  const upload = async (version_id: string, classifier: Classifier): Promise<void> => {
    const params = { id: model, version_id };
    const send = (asset_type: 'onnx_model' | 'labels_file', content: string | Uint8Array<ArrayBuffer>) => {
      const file = { name: asset_type, contentType: 'application/octet-stream', content };
      return ada.client.call('uploadModelVersion', { params, query: { asset_type }, file });
    };
    await send('labels_file', classifier.labels.join('\n'));
    await send('onnx_model', classifier.onnx());
  };
  const versionOf = async (classifier: Classifier, name: string): Promise<string> => {
    const made = await ada.client.call('createModelVersion', { params: { model_id: model }, body: { name } });
    await upload(made.body.id, classifier);
    return made.body.id;
  };
  /** The share of these that are right, recorded with a version. */
  const measured = async (version_id: string, predictions: readonly string[]): Promise<number> => {
    const right = predictions.filter((prediction, place) => prediction === heldOut[place]?.label).length;
    const metrics = [{ name: 'accuracy', value: right / predictions.length }];
    await ada.client.call('recordModelMetrics', { params: { id: model, version_id }, body: { metrics } });
    return right / predictions.length;
  };
  /** Those that a classifier answers otherwise than Cairn did, although it is sure. */
  const otherwise = (classifier: Classifier, given: readonly Inference[]) =>
    given.filter(({ prediction }, place) => {
      const { label, margin } = classifier.classify(heldOut[place]?.text ?? '');
      return label !== prediction && margin >= LEAST_MARGIN;
    });

  it('is trained on most of the mails, and a worse one on a twentieth of them', () => {
    const all = shuffled(
      mails().map(({ group, text }) => ({ text, label: group.startsWith('spam') ? 'spam' : 'ham' })),
      SEED,
    );
    heldOut = all.slice(0, HELD_OUT);
    const seen = all.slice(HELD_OUT);
    good = trained(seen, { words: 2_000, epochs: 8, seed: SEED });
    worse = trained(seen.slice(0, seen.length / 20), { words: 2_000, epochs: 2, seed: SEED });
    expect([heldOut.length, seen.length, good.labels]).toEqual([HELD_OUT, 5_046, ['ham', 'spam']]);
  }, 60_000);

  it('is uploaded with the names of its classes, and can be asked', async () => {
    const body = { name: 'Mails', kind: 'text-classification', config };
    model = (await ada.client.call('createModel', { body })).body.id;
    first = await versionOf(good, 'trained on all');
    whenFirst = await activate(first);
    expect(await read()).toMatchObject({ active_version_id: first, can_inference: true });
  });

  it('R1: answers 1,000 mails as the training code does, each once, through a kill', async () => {
    let answered = 0;
    let killed: Promise<void> | undefined;
    const kill = async (): Promise<void> => {
      await cairn.end('SIGKILL');
      // A key that was in use then is kept for 30 s in the registers; the log knows without them.
      await cairn.inside.dropRegisters();
      await cairn.again();
    };
    const ask = async ({ text: input_text }: Example, place: number): Promise<Inference> => {
      for (;;) {
        await killed;
        try {
          const made = await asked(ada.client, { model_id: model, input_text, key: `mail-${place}` });
          if ((answered += 1) === KILLED_AT) killed = kill();
          return made;
        } catch (error) {
          if (error instanceof ProblemError || killed === undefined) throw error;
        }
      }
    };
    const began = Date.now();
    answers = await severalAtOnce(heldOut, AT_ONCE, ask);
    told.push(`asked ${answers.length} mails in ${Date.now() - began} ms, with a kill and a start`);
    expect(otherwise(good, answers)).toEqual([]);
    expect(answers.every(({ model_version_id, error }) => model_version_id === first && error === '')).toBe(
      true,
    );
  }, 120_000);

  it('R1: has recorded what it answered, and nothing else', async () => {
    const listed: string[] = [];
    const query = { model_id: model, limit: 500 };
    for await (const { body } of ada.client.pages('listInferences', { query }))
      listed.push(...body.map(({ id }) => id));
    expect(listed.sort()).toEqual(answers.map(({ id }) => id).sort());
    const [one] = answers;
    const { body: again } = await ada.client.call('getInference', { params: { id: one?.id ?? '' } });
    expect(again).toEqual(one);
  });

  it('has its accuracy with it, and so has the worse one', async () => {
    const before = await measured(
      first,
      answers.map(({ prediction }) => prediction),
    );
    second = await versionOf(worse, 'trained on a twentieth');
    const after = await measured(
      second,
      heldOut.map(({ text }) => worse.classify(text).label),
    );
    expect(before).toBeGreaterThan(0.95);
    expect(after).toBeLessThan(before);
    const best = { params: { model_id: model }, query: { sort: '-metric:accuracy' } as const };
    const { body: versions } = await ada.client.call('listModelVersions', best);
    expect(versions.map(({ id }) => id)).toEqual([first, second]);
    told.push(`accuracy ${before}, of the worse one ${after}`);
  });

  it('is compared with the worse one on what it was asked, before anything is switched', async () => {
    const limit = HELD_OUT;
    const found = await replayed(ada, { model, version: second, of_version: first, limit });
    const after = heldOut.map(({ text }) => worse.classify(text));
    const agreed = after.filter(({ label }, place) => label === answers[place]?.prediction).length;
    const unsure = after.filter(({ margin }) => margin < LEAST_MARGIN).length;
    expect([found.compared, found.agreement]).toEqual([HELD_OUT, found.agreed / HELD_OUT]);
    expect(Math.abs(found.agreed - agreed)).toBeLessThanOrEqual(unsure);
    const spam = answers.filter(({ prediction }) => prediction === 'spam').length;
    expect(found.labels.map(({ label, count }) => [label, count])).toEqual([
      ['ham', HELD_OUT - spam],
      ['spam', spam],
    ]);
    const places = new Map(answers.map(({ id }, place) => [id, place]));
    const wrongly = found.differences.filter(({ inference_id, before, after: now }) => {
      const place = places.get(inference_id) ?? -1;
      const { label, margin } = after[place] ?? { label: '', margin: 1 };
      return answers[place]?.prediction !== before || (label !== now && margin >= LEAST_MARGIN);
    });
    expect([found.differences.length > 0, wrongly]).toEqual([true, []]);
    told.push(`the worse one agrees on ${found.agreement}`);
    expect((await read()).active_version_id).toBe(first);
  }, 90_000);

  it('is replaced by the worse one, which answers as it was trained', async () => {
    whenSecond = await activate(second);
    const some = heldOut.slice(0, 100);
    const given = await severalAtOnce(some, AT_ONCE, ({ text: input_text }, place) =>
      asked(ada.client, { model_id: model, input_text, key: `again-${place}` }),
    );
    expect(otherwise(worse, given)).toEqual([]);
    expect(given.every(({ model_version_id }) => model_version_id === second)).toBe(true);
  });

  it('is put back, and its past tells which one answered when', async () => {
    const { body: history } = await ada.client.call('listModelHistory', { params: { id: model } });
    const body = { revision: history.at(-1)?.revision ?? 0 };
    const { body: back } = await ada.client.call('revertModel', { params: { id: model }, body });
    const activeAt = async (as_of: string): Promise<string> => (await read({ as_of })).active_version_id;
    expect([
      await activeAt(whenFirst),
      await activeAt(whenSecond),
      await activeAt(back.updated_at),
      back.active_version_id,
    ]).toEqual([first, second, first, first]);
    const [mail] = heldOut;
    const made = await asked(ada.client, { model_id: model, input_text: mail?.text ?? '', key: 'put-back' });
    expect([made.model_version_id, made.prediction]).toEqual([first, answers[0]?.prediction]);
  });
});
