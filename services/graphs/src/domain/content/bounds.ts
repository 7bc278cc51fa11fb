import { elementLimits as most } from '@cairn/contracts';
import type { EdgeValue, Flaw, NodeValue } from './elements.js';

/** What is wrong with an element that grew beyond what one may be, by what it was merged with say. */
export const boundFlaws = (element: NodeValue | EdgeValue): readonly Flaw[] => {
  if (Object.keys(element.properties).length > most.propertiesPerElement)
    return [
      {
        pointer: '/properties',
        code: 'too_many_properties',
        message: `would be more than ${most.propertiesPerElement}`,
      },
    ];
  return JSON.stringify(element).length <= most.elementCharacters
    ? []
    : [
        {
          pointer: '',
          code: 'too_large',
          message: `would be more than ${most.elementCharacters} characters as JSON`,
        },
      ];
};
