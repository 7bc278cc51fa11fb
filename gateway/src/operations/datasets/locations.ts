interface InDataset {
  readonly dataset_id: string;
}
interface InVersion extends InDataset {
  readonly version_id: string;
}

/** Where the resources of datasets are (specification, *Datasets* and what follows). */
export const datasetAt = (id: string): string => `/api/v1/datasets/${id}`;
export const versionAt = ({ dataset_id }: InDataset, id: string): string =>
  `${datasetAt(dataset_id)}/versions/${id}`;
const inVersion = (path: InVersion): string => versionAt(path, path.version_id);
export const splitAt = (path: InVersion, id: string): string => `${inVersion(path)}/splits/${id}`;
export const labelAt = (path: InVersion, id: string): string => `${inVersion(path)}/labels/${id}`;
export const itemsAt = (path: InVersion): string => `${inVersion(path)}/items`;
export const itemAt = (path: InVersion, id: string): string => `${itemsAt(path)}/${id}`;
export const annotationAt = (path: InVersion & { readonly item_id: string }, id: string): string =>
  `${itemAt(path, path.item_id)}/annotations/${id}`;
