import { webkitPath } from '../../tools/engines.ts';
import { webkit } from './webkit.ts';
import { suite } from './suite.ts';

const path = webkitPath(process.env);
suite('WebKit', path ? null : 'not found', () => webkit(path ?? ''));
