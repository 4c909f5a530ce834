// Has a child process that inherits stdout and stays. Arguments: the folder of its cell, and
// `polite` (leaves when stdin ends) or `stubborn` (neither it nor its helper obeys SIGTERM).
import { honest, serve } from '../../../test/fixtures/stdio/base.mjs';
import { startBystander } from '../../../test/fixtures/stdio/start-bystander.mjs';
import { record } from './record.mjs';

const [folder, manner] = process.argv.slice(2);
const stubborn = manner === 'stubborn';

record(folder, 'server');
record(
  folder,
  'helper',
  await startBystander({ args: stubborn ? ['stubborn'] : [], stdout: 'inherit' }),
);
if (stubborn) process.on('SIGTERM', () => {});
serve(honest, stubborn ? () => setInterval(() => {}, 1_000) : undefined);
