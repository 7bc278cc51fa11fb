import { type Static, Type } from '@sinclair/typebox';
import { resource } from '../kit/resource.js';
import { OneOf } from '../kit/schemas.js';
import { jobErrorFields } from '../work/events.js';

/** Formats of datasets with the other names each is known by (SPEC-dataset-formats). */
export const datasetFormats = {
  jsonl: ['ndjson', 'json'],
  csv: [],
  tsv: [],
  coco: ['coco_json'],
  coco_keypoints: [],
  coco_captions: [],
  yolo: ['yolov5', 'yolov8', 'yolo11', 'ultralytics'],
  yolo_seg: [],
  yolo_obb: [],
  yolo_pose: [],
  yolo_cls: [],
  yolo_darknet: [],
  voc: ['pascal_voc'],
  cvat: [],
  createml: [],
  label_studio: [],
  conll: ['conll2003'],
  imagefolder: [],
  audiofolder: [],
  parquet: [],
  text: [],
} as const satisfies Record<string, readonly string[]>;

export type DatasetFormat = keyof typeof datasetFormats;

/** The formats that imports read and exports write in this release; another one is 422 `format_unknown`. */
export const servedDatasetFormats = ['jsonl', 'csv', 'tsv'] as const satisfies readonly DatasetFormat[];

/** Every name of a format that is served, aliases included, as they are written in the documents. */
export const datasetFormatNames: readonly string[] = servedDatasetFormats.flatMap((format) => [
  format,
  ...datasetFormats[format],
]);

/** The format of a name: lower case, `-` and `_` alike, aliases known. */
export const datasetFormatOf = (name: string): DatasetFormat | undefined => {
  const folded = name.toLowerCase().replaceAll('-', '_');
  return (Object.keys(datasetFormats) as DatasetFormat[]).find(
    (format) => format === folded || (datasetFormats[format] as readonly string[]).includes(folded),
  );
};

/** What a column of a file, or a key of its JSON objects, may be taken for (`?columns=`). */
export const columnTargets = [
  'id',
  'name',
  'text',
  'file_name',
  'label',
  'labels',
  'split',
  'confidence',
  'x',
  'y',
  'width',
  'height',
  'xmin',
  'ymin',
  'xmax',
  'ymax',
  'attribute',
] as const;
export type ColumnTarget = (typeof columnTargets)[number];

/** One column or key and what it is taken for. */
export const ImportColumn = Type.Object({
  target: OneOf(columnTargets),
  column: Type.String({ minLength: 1, description: 'As the file names it.' }),
});
export type ImportColumn = Readonly<Static<typeof ImportColumn>>;

const Count = Type.Integer({ minimum: 0 });

export const ImportRecordError = resource('ImportRecordError', jobErrorFields);
export type ImportRecordError = Readonly<Static<typeof ImportRecordError>>;

/** A name that a file spells in several ways. */
export const Spellings = Type.Object({
  name: Type.String({ description: 'As it is kept.' }),
  spelled: Type.Array(Type.String(), { description: 'As the file has it beside that.' }),
});
export type Spellings = Readonly<Static<typeof Spellings>>;

/** What a record of a file and the item that is there say differently. */
const itemDifferences = [
  'name',
  'description',
  'text',
  'file',
  'splits',
  'annotations',
  'attributes',
] as const;
export type ItemDifference = (typeof itemDifferences)[number];

/** An item that was there, and is not as the file has it. */
export const ExistingItem = Type.Object({
  item_id: Type.String(),
  file: Type.String(),
  line: Type.Optional(Type.Integer({ minimum: 1 })),
  differs: Type.Array(OneOf(itemDifferences), {
    description: 'What is left as it is; labels are `annotations`.',
  }),
});
export type ExistingItem = Readonly<Static<typeof ExistingItem>>;

/** What an import did, or would do under `dry_run`. */
export const ImportReport = resource('ImportReport', {
  job_id: Type.Optional(Type.String()),
  format: Type.String(),
  dry_run: Type.Boolean(),
  created: Count,
  restored: Type.Integer({ minimum: 0, description: 'Items that were deleted and are back.' }),
  unchanged: Type.Integer({
    minimum: 0,
    description: 'Items that were there already, as the file has them.',
  }),
  existing: Type.Integer({
    minimum: 0,
    description:
      'Items that were there already and are not as the file has them: they are left as they are, `existing_items` names them.',
  }),
  existing_items: Type.Optional(Type.Array(ExistingItem, { description: 'The first hundred.' })),
  updated: Type.Integer({
    minimum: 0,
    description: 'Items that took annotations or attributes of the file over, under `on_existing=update`.',
  }),
  skipped: Type.Integer({ minimum: 0, description: 'Records left out under `on_error=skip`.' }),
  labels_created: Count,
  splits_created: Count,
  splits: Type.Array(Type.Object({ name: Type.String(), items: Count }), {
    description: 'How many of the items that were created are in which split.',
  }),
  no_split_told: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'Files that tell no split for items of theirs: these went into the default split of the version, or into none where it has none. The first hundred.',
    }),
  ),
  label_spellings: Type.Optional(
    Type.Array(Spellings, {
      description: 'Labels that the file spells in several ways, which are one label.',
    }),
  ),
  split_spellings: Type.Optional(Type.Array(Spellings, { description: 'Splits alike.' })),
  errors: Type.Array(ImportRecordError, { description: 'The first hundred.' }),
  not_held: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'What the file holds and an item has no place for: columns, record files that are not read, and how many files of an archive no record names, the first by name.',
    }),
  ),
});
export type ImportReport = Readonly<Static<typeof ImportReport>>;
