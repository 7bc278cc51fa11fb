import type { ErrorDefinition } from './definition.js';

/** What can be refused about datasets, versions, splits, labels, items, annotations and imports. */
export const datasetErrors = {
  visibility_contradiction: {
    status: 422,
    title: 'Visibility contradicts public',
    text: 'The fields `visibility` and `public` disagree.',
    when: 'One body sets `public` true with another visibility than `public`, or the reverse.',
  },
  visibility_without_scope: {
    status: 422,
    title: 'Visibility needs its organization, team or project',
    text: 'The visibility needs the id of the group that may see the asset.',
    when: '`project` without `project_id`, or `team` and `org` without what they refer to.',
  },
  foreign_version: {
    status: 422,
    title: 'Version of another asset',
    text: 'The version does not belong to this asset.',
    when: '`active_version_id` names a version that the asset does not have.',
  },
  foreign_split: {
    status: 422,
    title: 'Split of another version',
    text: 'A split does not belong to this version.',
    when: '`splits` or `default_split` names a split that the version does not have.',
  },
  foreign_label: {
    status: 422,
    title: 'Label of another version',
    text: 'A label does not belong to this version.',
    when: '`label_id` or `parent_id` names a label that the version does not have.',
  },
  label_name_taken: {
    status: 409,
    title: 'Label name taken',
    text: 'The version has a label of that name.',
    when: 'Names of labels are unique in a version, whatever their case.',
  },
  label_number_taken: {
    status: 409,
    title: 'Label number taken',
    text: 'The version has a label of that number.',
    when: 'Numbers of labels (class indexes) are unique in a version.',
  },
  label_cycle: {
    status: 422,
    title: 'Label under itself',
    text: 'A label cannot stand under itself.',
    when: '`parent_id` would make a circle.',
  },
  multi_label_violation: {
    status: 409,
    title: 'One classification only',
    text: 'The dataset allows one classification an item (`multi_label: false`).',
    when: 'A second classification in a dataset with `multi_label` false, setting it to false while such items exist, or bringing back what would show one: an item, a version, a deleted label.',
  },
  annotation_value_invalid: {
    status: 422,
    title: 'Value does not fit the type',
    text: 'The annotation value does not have the shape of its type.',
    when: '`value` must have the shape that `type` names: a rectangle has x, y, width, height, and so on.',
  },
  too_many_annotations: {
    status: 422,
    title: 'Too many annotations',
    text: 'The item would hold more annotations than it may.',
    when: 'An item holds at most 10,000 annotations.',
  },
  too_many_splits: {
    status: 422,
    title: 'Too many splits',
    text: 'The item would be in more splits than it may.',
    when: 'An item is in at most 100 splits; in several, its splits times its different labels are at most 1,000.',
  },
  item_too_large: {
    status: 422,
    title: 'Item too large',
    text: 'The item would be larger than it may.',
    when: 'Text, attributes and annotations of an item together are over 4 MB. Upload large text as a file.',
  },
  version_too_large: {
    status: 422,
    title: 'Version too large',
    text: 'The version would hold more than it may.',
    when: 'A version holds at most 10,000 labels and 1,000 splits, deleted ones counted, and with its config 4 MB of them. A copy (`/new`) leaves deleted ones behind.',
  },
  format_unknown: {
    status: 422,
    title: 'Unknown format',
    text: 'The format is not one that is read or written here.',
    when: '`format` is none of the names in the documents.',
  },
  format_not_recognised: {
    status: 422,
    title: 'Format not recognised',
    text: 'The format of the file could not be told.',
    when: 'Nothing in an upload without a format gives it away: name it in the path. Or it is packed as gzip, tar or a workbook, or in a charset that is not known.',
  },
  columns_invalid: {
    status: 422,
    title: 'Columns that cannot be taken',
    text: 'The parameter `columns` cannot be followed.',
    when: '`columns` is no list of `target:column`, names a target that is not known or that the format has no place for, or one twice, or a column that the file does not have; `errors[]` lists what there is.',
  },
  import_record_invalid: {
    status: 422,
    title: 'Invalid record',
    text: 'The file holds records that cannot be read.',
    when: 'A record is broken and `on_error` is `fail`, or nothing of the file can be read: no header, no file of the format. Nothing was stored; `errors[]` names file and line.',
  },
  archive_unsafe: {
    status: 422,
    title: 'Unsafe archive',
    text: 'The archive holds entries that are refused.',
    when: 'An entry has an absolute path, `..`, a link, a duplicate name, or the archive is over its limits.',
  },
  logo_invalid: {
    status: 415,
    title: 'Not an image',
    text: 'The logo is not an image that is accepted.',
    when: 'The first bytes are not those of a png, jpeg, gif, webp or svg.',
  },
  import_running: {
    status: 409,
    title: 'Import running',
    text: 'An import into this version is running.',
    when: 'Another upload to the version has not finished; `detail` names its job, which tells how far it is.',
  },
} as const satisfies Record<string, ErrorDefinition>;
