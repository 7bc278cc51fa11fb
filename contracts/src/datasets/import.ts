import { type Static, Type } from '@sinclair/typebox';
import { resource } from '../kit/resource.js';
import { OneOf } from '../kit/schemas.js';
import { jobErrorFields } from '../work/events.js';

/** Formats of datasets with the other names each is known by (formats.md, section 1). */
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

/** What an import did, or would do under `dry_run`. */
export const ImportReport = resource('ImportReport', {
  job_id: Type.Optional(Type.String()),
  format: Type.String(),
  dry_run: Type.Boolean(),
  created: Count,
  restored: Type.Integer({ minimum: 0, description: 'Items that were deleted and are back.' }),
  unchanged: Type.Integer({
    minimum: 0,
    description: 'Items that were there already and that nobody has changed since they were made.',
  }),
  existing: Type.Integer({
    minimum: 0,
    description:
      'Items that were there already and are not as the file has them, because somebody changed them: they are left alone.',
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
  errors: Type.Array(ImportRecordError, { description: 'The first hundred.' }),
  not_held: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'What the file holds and an item has no place for: columns, record files that are not read, and how many files of an archive no record names, the first by name.',
    }),
  ),
});
export type ImportReport = Readonly<Static<typeof ImportReport>>;
