import { contentModel } from './testing/content-model.js';

contentModel('embedded engines', { sequences: 40, deeds: 30 });
