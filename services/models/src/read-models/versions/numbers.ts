/** By the id of the version: under which number its model has it. The model's stream tells it. */
export const VERSION_NUMBERS = 'model_version_numbers';
