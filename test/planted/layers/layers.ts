import { agreement } from './agreement.ts';
import { exploration } from './exploration.ts';
import type { BundledLayer, Layer } from './layer.ts';
import { simulation } from './simulation.ts';
import { machineVectors, worldVectors } from './vectors.ts';

export const layers: Readonly<Record<BundledLayer, Layer>> = {
  'vectors: machine': machineVectors,
  'vectors: world': worldVectors,
  exploration,
  agreement,
  simulation,
};
