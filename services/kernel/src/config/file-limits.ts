/** What files may be at most, bytes: held against uploads by gateways, against archives by imports. */
export interface FileLimits {
  readonly itemFile: number;
  readonly archive: number;
  readonly modelAsset: number;
}

export const defaultFileLimits: FileLimits = {
  itemFile: 1024 ** 3,
  archive: 20 * 1024 ** 3,
  modelAsset: 5 * 1024 ** 3,
};
