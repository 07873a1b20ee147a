import { webkitPath } from '../../tools/engines.ts';
import { journeys } from './journeys.ts';
import { webkit } from './webkit.ts';

const path = webkitPath(process.env);
journeys('WebKit', path ? null : 'not found', () => webkit(path ?? ''));
