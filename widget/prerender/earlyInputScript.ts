import { registerServerRenderedForm } from './prerenderedForm.ts';

// The home page contains this script behind the form, so that the first key counts before any file is loaded.
document.querySelectorAll('exchange-widget').forEach(registerServerRenderedForm);
