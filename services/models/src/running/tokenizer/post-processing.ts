import { type ConfigReader, UnfitConfig } from '../config/config-reader.js';

/** What is put around a text, or a pair of texts: their tokens, and special ones between. */
export type TemplatePart =
  | { readonly of: 'first' | 'second'; readonly type: number }
  | { readonly of: 'special'; readonly type: number; readonly id: number; readonly text: string };

export interface PostProcessing {
  readonly single: readonly TemplatePart[];
  readonly pair: readonly TemplatePart[];
  /** Whether white space at either end of a token counts for nothing in its place; `keepsFirst`: but for one that was added. */
  readonly trims?: { readonly keepsFirst: boolean };
}

const FIRST: TemplatePart = { of: 'first', type: 0 };
const PLAIN: PostProcessing = { single: [FIRST], pair: [FIRST, { of: 'second', type: 1 }] };

const MOST_ID = 2 ** 31;
const special = (id: number, text: string, type: number): TemplatePart => {
  if (!Number.isInteger(id) || id < 0 || id >= MOST_ID)
    throw new UnfitConfig(`The id of the special token ${text} is ${id}.`);
  return { of: 'special', id, text, type };
};

/** `["[SEP]", 102]` */
const named = (definition: ConfigReader, name: string): readonly [number, string] => {
  const [text, id] = definition.list(name, 'a token and its id');
  if (typeof text !== 'string' || typeof id !== 'number')
    throw new UnfitConfig(`\`post_processor.${name}\` is a token and its id.`);
  return [id, text];
};

const bert = (definition: ConfigReader): PostProcessing => {
  const [cls, sep] = [named(definition, 'cls'), named(definition, 'sep')];
  const single = [special(...cls, 0), FIRST, special(...sep, 0)];
  return { single, pair: [...single, { of: 'second', type: 1 }, special(...sep, 1)] };
};

const roberta = (definition: ConfigReader): PostProcessing => {
  const [cls, sep] = [named(definition, 'cls'), named(definition, 'sep')];
  const single = [special(...cls, 0), FIRST, special(...sep, 0)];
  const pair = [...single, special(...sep, 0), { of: 'second', type: 0 } as const, special(...sep, 0)];
  return { single, pair, ...trimming(definition) };
};

const trimming = (definition: ConfigReader): Pick<PostProcessing, 'trims'> =>
  (definition.flag('trim_offsets') ?? true)
    ? { trims: { keepsFirst: definition.flag('add_prefix_space') ?? true } }
    : {};

const template = (definition: ConfigReader): PostProcessing => {
  const specials = definition.within('special_tokens');
  const partsOf = (name: string): readonly TemplatePart[] =>
    definition.readers(name).flatMap((part) => templatePart(part, specials));
  return { single: partsOf('single'), pair: partsOf('pair') };
};

const templatePart = (part: ConfigReader, specials: ConfigReader): readonly TemplatePart[] => {
  const [sequence, token] = [part.within('Sequence'), part.within('SpecialToken')];
  const type = (sequence.isThere ? sequence : token).whole('type_id', 0, MOST_ID) ?? 0;
  if (sequence.isThere) return [{ of: sequence.text('id') === 'B' ? 'second' : 'first', type }];
  const name = token.text('id') ?? '';
  const told = specials.within(name);
  const texts = told.texts('tokens') ?? [];
  return (told.numbers('ids') ?? []).map((id, place) => special(id, texts[place] ?? name, type));
};

const sequence = (definition: ConfigReader): PostProcessing => {
  const steps = definition.readers('processors').map(postProcessingOf);
  const templates = steps.filter((step) => step.single !== PLAIN.single);
  if (templates.length > 1)
    throw new UnfitConfig('A sequence of post-processors that each add tokens is not known here.');
  return Object.assign({}, ...steps, templates[0]) as PostProcessing;
};

const POST_PROCESSORS = {
  BertProcessing: bert,
  ByteLevel: (definition) => ({ ...PLAIN, ...trimming(definition) }),
  RobertaProcessing: roberta,
  Sequence: sequence,
  TemplateProcessing: template,
} as const satisfies Readonly<Record<string, (definition: ConfigReader) => PostProcessing>>;

/** What a `tokenizer.json` puts around tokens. Throws `UnfitConfig` for what is not known here. */
export const postProcessingOf = (definition: ConfigReader): PostProcessing => {
  if (!definition.isThere) return PLAIN;
  const type = definition.text('type') ?? '';
  if (Object.hasOwn(POST_PROCESSORS, type))
    return POST_PROCESSORS[type as keyof typeof POST_PROCESSORS](definition);
  throw new UnfitConfig(
    `The post-processor ${type} is not known here: ${Object.keys(POST_PROCESSORS).join(', ')}.`,
  );
};
