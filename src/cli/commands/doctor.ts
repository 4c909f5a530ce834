import type { Command } from 'commander';
import { loadConfig } from '../../config/load-config.ts';
import { plainLine } from '../../link/plain-text.ts';
import { configFile } from '../ask-fleet.ts';
import { connectUp } from '../control/control-client.ts';
import { exitCodes } from '../exit-codes.ts';
import { fleetCommand, type CommandContext, type FleetOptions } from '../fleet-command.ts';
import { interruptible } from '../interruptible.ts';
import { milliseconds } from '../milliseconds.ts';
import { doctorText } from '../show/doctor-text.ts';
import { safeJson } from '../show/safe-json.ts';

type DoctorOptions = FleetOptions & { readonly timeoutMs?: number };

export function doctorCommand({ terminal, exit }: CommandContext): Command {
  return fleetCommand('doctor [file]', {
    description:
      'look at a configuration and try each server once; exits 1 if something is wrong, 2 if the file cannot be used',
    examples: ['holdfast doctor', 'holdfast doctor .mcp.json --json'],
  })
    .option('--timeout-ms <number>', 'time for one attempt at a server', milliseconds)
    .action(async (file: string | undefined, options: DoctorOptions) => {
      const named = file ?? options.config;
      const config = await loadConfig(
        await configFile(named === undefined ? {} : { config: named }),
      );
      if (await isUp(config.file)) terminal.remark(besideUp);
      // Loaded here, so that the other commands do not wait for it.
      const { examineFleet } = await import('../doctor/examine-fleet.ts');
      const report = await interruptible((signal) =>
        examineFleet(config, { signal, timeoutMs: options.timeoutMs, onProgress: showProgress }),
      ).finally(() => terminal.progress(''));
      terminal.print(options.json ? safeJson(report, 2) : doctorText(report, terminal.colors));
      exit(report.verdict === 'wrong' ? exitCodes.badAnswer : exitCodes.ok);
    });

  function showProgress(done: number, all: number, under: readonly string[]): void {
    terminal.progress(plainLine(`${done} of ${all} looked at; now ${under.join(', ')}`));
  }
}

const besideUp =
  'An "up" runs for this configuration; it is left alone. A server that can run only once may fail here.';

async function isUp(file: string): Promise<boolean> {
  const ask = await connectUp(file);
  // Asked something, so that the connection is closed again.
  await ask?.('status', {});
  return ask !== undefined;
}
