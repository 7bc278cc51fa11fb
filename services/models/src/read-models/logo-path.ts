/** Where the logo of a model is. */
export const logoPath = (modelId: string): string => `/api/v1/models/${modelId}/logo`;
