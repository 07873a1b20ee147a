import { runOperatorCommand } from '#server/runOperatorCommand.ts';

// `npm run operator -- <command>` works while servers run; they apply a change within a second.
const { ok, text } = await runOperatorCommand(process.argv.slice(2), process.env);
if (ok) console.log(text);
else console.error(text);
process.exitCode = ok ? 0 : 1;
