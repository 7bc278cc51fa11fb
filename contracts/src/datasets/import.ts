import { type Static, Type } from '@sinclair/typebox';
import { resource } from '../kit/resource.js';

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

/** Every name of a format, aliases included, as they are written in the documents. */
export const datasetFormatNames: readonly string[] = Object.entries(datasetFormats).flatMap(
  ([format, aliases]) => [format, ...aliases],
);

/** The format of a name: lower case, `-` and `_` alike, aliases known. */
export const datasetFormatOf = (name: string): DatasetFormat | undefined => {
  const folded = name.toLowerCase().replaceAll('-', '_');
  return (Object.keys(datasetFormats) as DatasetFormat[]).find(
    (format) => format === folded || (datasetFormats[format] as readonly string[]).includes(folded),
  );
};

const Count = Type.Integer({ minimum: 0 });

export const ImportRecordError = resource('ImportRecordError', {
  file: Type.Optional(Type.String({ description: 'Entry of the archive, or the file itself.' })),
  line: Type.Optional(Type.Integer({ minimum: 1 })),
  code: Type.String(),
  message: Type.String(),
});
export type ImportRecordError = Readonly<Static<typeof ImportRecordError>>;

/** What an import did, or would do under `dry_run`. */
export const ImportReport = resource('ImportReport', {
  job_id: Type.Optional(Type.String()),
  format: Type.String(),
  dry_run: Type.Boolean(),
  created: Count,
  restored: Type.Integer({ minimum: 0, description: 'Items that were deleted and are back.' }),
  unchanged: Type.Integer({ minimum: 0, description: 'Items that were there already.' }),
  skipped: Type.Integer({ minimum: 0, description: 'Records left out under `on_error=skip`.' }),
  labels_created: Count,
  splits_created: Count,
  errors: Type.Array(ImportRecordError, { description: 'The first hundred.' }),
  not_held: Type.Optional(
    Type.Array(Type.String(), { description: 'What the file holds and an item has no place for.' }),
  ),
});
export type ImportReport = Readonly<Static<typeof ImportReport>>;
