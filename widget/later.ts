/** What the form can do without until it is touched or something is wrong: all sentences, and what it says aloud. */
export { message } from '#core/messages.ts';
export { Announcement } from './form/Announcement.tsx';
export { Replaced } from './form/Replaced.tsx';
