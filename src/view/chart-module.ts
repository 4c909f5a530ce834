import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageFolder } from '../package-folder.ts';

/**
 * The file of `holdfast/view` for browsers, for a host that serves it as it is. It imports nothing;
 * a host that bundles its page imports `holdfast/view` there and needs no file.
 */
export const chartModule: URL = pathToFileURL(resolve(packageFolder(), 'dist/view/chart/chart.js'));
