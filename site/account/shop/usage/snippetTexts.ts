/* oxlint-disable import/default -- the texts of files, not their modules */
import createMjs from '../snippets/createClaim.mjs?raw';
import createPhp from '../snippets/createClaim.php?raw';
import createPy from '../snippets/createClaim.py?raw';
import createSh from '../snippets/createClaim.sh?raw';
import verifyMjs from '../snippets/verifyWebhook.mjs?raw';
import verifyPhp from '../snippets/verifyWebhook.php?raw';
import verifyPy from '../snippets/verifyWebhook.py?raw';

/** A program that a shop copies. A test executes each. */
export interface Snippet {
  language: string;
  text: string;
}

/** Creates a claim. */
export const CREATE_SNIPPETS: readonly Snippet[] = [
  { language: 'curl', text: createSh },
  { language: 'Node', text: createMjs },
  { language: 'PHP', text: createPhp },
  { language: 'Python', text: createPy },
];

/** Verifies the signature of a webhook. */
export const VERIFY_SNIPPETS: readonly Snippet[] = [
  { language: 'Node', text: verifyMjs },
  { language: 'PHP', text: verifyPhp },
  { language: 'Python', text: verifyPy },
];
