/** The files that a version of a model may have (SPEC-model-files). */
export const assetTypes = [
  'ml_model',
  'onnx_model',
  'onnx_int8_model',
  'tflite_model',
  'labels_file',
  'lora_adapter',
  'tokenizer',
] as const;
export type AssetType = (typeof assetTypes)[number];

const aliases = {
  onnx: 'onnx_model',
  onnx_int8: 'onnx_int8_model',
  tokenizer_json: 'tokenizer',
} as const satisfies Record<string, AssetType>;

/** Every name of a type, aliases too. */
export const assetTypeNames = [...assetTypes, ...(Object.keys(aliases) as (keyof typeof aliases)[])] as const;
export type AssetTypeName = (typeof assetTypeNames)[number];

/** The type that a name or an alias stands for; `undefined` for any other text. */
export const assetTypeOf = (name: string): AssetType | undefined => {
  if (Object.hasOwn(aliases, name)) return aliases[name as keyof typeof aliases];
  return assetTypes.find((type) => type === name);
};

/** What becomes of a file that is sent; one that is rejected is not kept, its reason is the answer to the upload. */
export const assetStates = ['uploading', 'validating', 'ready', 'rejected'] as const;

/** What is said of a file beside what it is. `pickle`: it can run code when it is opened; Cairn never opens it. */
export const assetFlags = ['pickle'] as const;
export type AssetFlag = (typeof assetFlags)[number];
