import { firefoxPath } from '../../tools/engines.ts';
import { firefox } from './firefox.ts';
import { suite } from './suite.ts';

const path = firefoxPath(process.env);
suite('Firefox', path ? null : 'not found', () => firefox(path ?? ''));
