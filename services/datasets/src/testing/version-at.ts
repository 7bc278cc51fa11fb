/** The parameters of the path of a version, by those of what is in it. */
export const versionAt = ({
  dataset_id,
  version_id,
}: {
  readonly dataset_id: string;
  readonly version_id: string;
}): { dataset_id: string; id: string } => ({ dataset_id, id: version_id });
