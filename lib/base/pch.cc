// SPDX-License-Identifier: Apache-2.0
// Anchor of the precompiled header that all libraries share.
